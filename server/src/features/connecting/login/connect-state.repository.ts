import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { CELL_NAME, inCell } from '../../../core/ids.ts';
import type { Vault } from '../../../core/tools.ts';
import type { Runner } from '../../../db/query.ts';
import type { LoginSettings } from '../connection.ts';

const MINUTES = 10;

/** For a browser that did not begin the login. */
export const OTHER_BROWSER =
  'This login began in another browser. Open the link that you got once more, in this browser.';

/** Values that the exchange of the code needs. They are stored encrypted. */
interface StateSecrets extends LoginSettings {
  readonly codeVerifier?: string;
  /** The connector's own values, from a request that it pushed ahead of the browser. */
  readonly pushed?: Readonly<Record<string, string>>;
}

/** An authorization that was started; it lasts ten minutes. */
export interface ConnectState {
  tenant_id: string;
  platform: string;
  actor_id: string | null;
  invite_id: string | null;
  brand_id: string | null;
  callback_uri: string;
  redirect_uri: string | null;
  caller_state: string | null;
  /** Only this browser may bring the code; null: any may. */
  browser_hash: Buffer | null;
  secrets: StateSecrets;
}

/** 16 random bytes as 32 hexadecimal digits, after the name of the cell. */
export function newState(cell: string): string {
  return inCell(cell, randomBytes(16).toString('hex'));
}

const STATE = new RegExp(`^(?:${CELL_NAME}\\.)?[0-9a-f]{32}$`);

export function isState(text: string): boolean {
  return STATE.test(text);
}

/** Of a state, or of a browser's id. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function associatedDataOf(tenantId: string, state: string): string {
  return `${tenantId}|connect_states|${hashOf(state).toString('hex')}|secrets`;
}

export async function saveState(tx: Runner, vault: Vault, state: string, held: ConnectState): Promise<void> {
  const secrets = vault.encrypt(JSON.stringify(held.secrets), associatedDataOf(held.tenant_id, state));
  await tx.run(sql`
    insert into connect_states (tenant_id, state_hash, platform, actor_id, invite_id, brand_id, callback_uri, redirect_uri, caller_state, browser_hash, secrets, expires_at)
    values (${held.tenant_id}, ${hashOf(state)}, ${held.platform}, ${held.actor_id}, ${held.invite_id}, ${held.brand_id}, ${held.callback_uri},
      ${held.redirect_uri}, ${held.caller_state}, ${held.browser_hash}, ${secrets}, now() + ${MINUTES} * interval '1 minute')`);
}

/** The readable part of a started authorization. */
export interface StateFacts {
  tenant_id: string;
  platform: string;
  actor_id: string | null;
  callback_uri: string;
  browser_hash: Buffer | null;
}

/** Finds an authorization that has not expired. Without `tenantId`: among all tenants, for a browser without a key. */
export async function findState(db: Runner, state: string, tenantId?: string): Promise<StateFacts | undefined> {
  const ofTenant = tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`;
  return db.first(sql<StateFacts>`
    select tenant_id, platform, actor_id, callback_uri, browser_hash from connect_states
    where state_hash = ${hashOf(state)} and expires_at > now() and ${ofTenant}`);
}

/** Takes an authorization away for good; undefined when another request was first. */
export async function takeState(
  db: Runner,
  vault: Vault,
  tenantId: string,
  state: string,
): Promise<ConnectState | undefined> {
  const row = await db.first(sql<Omit<ConnectState, 'secrets'> & { secrets: string }>`
    delete from connect_states where tenant_id = ${tenantId} and state_hash = ${hashOf(state)} and expires_at > now()
    returning tenant_id, platform, actor_id, invite_id, brand_id, callback_uri, redirect_uri, caller_state, browser_hash, secrets`);
  if (row === undefined) return undefined;
  return { ...row, secrets: JSON.parse(vault.decrypt(row.secrets, associatedDataOf(tenantId, state))) as StateSecrets };
}
