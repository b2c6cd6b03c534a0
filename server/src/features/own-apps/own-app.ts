import { z } from 'zod';
import type { AppCredentials } from '../../core/session.ts';
import type { Vault } from '../../core/tools.ts';

/** Operations of platforms where customers bring their own app. There is one such platform so far. */
export const PLATFORM = 'twitter';

export const OwnApp = z
  .object({
    brand_id: z.string().meta({ description: 'Empty for the default set' }),
    client_id_hint: z.string().meta({ description: 'The first six characters of the client id' }),
    created_at: z.string(),
    updated_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({ id: 'OwnApp', example: { brand_id: '' } });

const credential = z.string().trim().min(1, 'must not be empty').max(500);

export const ownAppInput = {
  client_id: credential.meta({ description: 'OAuth 2.0 client id of the app' }),
  client_secret: credential,
};

export interface OwnAppRow {
  brand_id: string;
  client_id_hint: string;
  created_at: Date;
  updated_at: Date;
}

export function toOwnApp(row: OwnAppRow, livemode: boolean): z.infer<typeof OwnApp> {
  return {
    brand_id: row.brand_id,
    client_id_hint: row.client_id_hint,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    livemode,
  };
}

export function encryptApp(vault: Vault, tenantId: string, brandId: string, app: AppCredentials): string {
  return vault.encrypt(JSON.stringify(app), associatedDataOf(tenantId, brandId));
}

export function decryptApp(vault: Vault, tenantId: string, brandId: string, encrypted: string): AppCredentials {
  return JSON.parse(vault.decrypt(encrypted, associatedDataOf(tenantId, brandId))) as AppCredentials;
}

/** The data that is authenticated with encrypted credentials. */
export function associatedDataOf(tenantId: string, brandId: string): string {
  return `${tenantId}|own_apps|${PLATFORM} ${brandId}|credentials`;
}

/** The readable part of a client id. */
export function hintOf(clientId: string): string {
  return clientId.slice(0, 6);
}
