import type { Vault } from '../../core/context.ts';
import type { AppCredentials, Tokens } from '../../core/session.ts';

/** What an account's sealed column holds. */
export interface Credentials {
  readonly tokens: Tokens;
  readonly app: AppCredentials;
  /** Base addresses of the account's own server, for platforms of many servers. */
  readonly hosts?: Readonly<Record<string, string>>;
}

export function sealCredentials(vault: Vault, tenantId: string, accountId: string, credentials: Credentials): string {
  return vault.seal(JSON.stringify(credentials), credentialsPlace(tenantId, accountId));
}

export function openCredentials(vault: Vault, tenantId: string, accountId: string, sealed: string): Credentials {
  return JSON.parse(vault.open(sealed, credentialsPlace(tenantId, accountId))) as Credentials;
}

export function credentialsPlace(tenantId: string, accountId: string): string {
  return `${tenantId}|accounts|${accountId}|credentials`;
}
