import type { AppCredentials, Tokens } from '../../core/session.ts';
import type { Vault } from '../../core/tools.ts';

/** The content of an account's encrypted column. */
export interface Credentials {
  readonly tokens: Tokens;
  readonly app: AppCredentials;
  /** Base addresses of the account's own server, on platforms with many servers. */
  readonly hosts?: Readonly<Record<string, string>>;
}

export function encryptCredentials(
  vault: Vault,
  tenantId: string,
  accountId: string,
  credentials: Credentials,
): string {
  return vault.encrypt(JSON.stringify(credentials), credentialsAssociatedData(tenantId, accountId));
}

export function decryptCredentials(vault: Vault, tenantId: string, accountId: string, encrypted: string): Credentials {
  return JSON.parse(vault.decrypt(encrypted, credentialsAssociatedData(tenantId, accountId))) as Credentials;
}

export function credentialsAssociatedData(tenantId: string, accountId: string): string {
  return `${tenantId}|accounts|${accountId}|credentials`;
}
