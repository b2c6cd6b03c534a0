import { z } from 'zod';
import type { Vault } from '../../core/context.ts';
import type { AppCredentials } from '../../core/session.ts';

/** The platforms whose customers bring an app have the same operations; there is one so far. */
export const PLATFORM = 'twitter';

export const OwnApp = z.object({
  brand_id: z.string().meta({ description: 'Empty for the default set' }),
  client_id_hint: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  livemode: z.boolean(),
});

const credential = z.string().trim().min(1, 'must not be empty').max(500);

export const ownAppInput = { client_id: credential, client_secret: credential };

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

export function sealApp(vault: Vault, tenantId: string, brandId: string, app: AppCredentials): string {
  return vault.seal(JSON.stringify(app), placeOf(tenantId, brandId));
}

export function openApp(vault: Vault, tenantId: string, brandId: string, sealed: string): AppCredentials {
  return JSON.parse(vault.open(sealed, placeOf(tenantId, brandId))) as AppCredentials;
}

/** What is authenticated with sealed credentials. */
export function placeOf(tenantId: string, brandId: string): string {
  return `${tenantId}|own_apps|${PLATFORM} ${brandId}|credentials`;
}

/** What stays readable of a client id. */
export function hintOf(clientId: string): string {
  return clientId.slice(0, 6);
}
