import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Vault } from '../../core/context.ts';
import type { Runner } from '../../db/query.ts';
import type { LoginPlace } from './connection.ts';

const MINUTES = 10;

/** What the exchange needs and nobody may read. */
export interface StateSecrets extends LoginPlace {
  readonly codeVerifier?: string;
  /** What the connector left when it sent the request ahead. */
  readonly pushed?: Readonly<Record<string, string>>;
}

export interface ConnectState {
  tenant_id: string;
  platform: string;
  key_id: string | null;
  invite_id: string | null;
  brand_id: string | null;
  callback_uri: string;
  redirect_uri: string | null;
  caller_state: string | null;
  secrets: StateSecrets;
}

/** 16 random bytes as 32 hexadecimal digits. */
export function newState(): string {
  return randomBytes(16).toString('hex');
}

export function isState(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest();
}

function placeOf(tenantId: string, state: string): string {
  return `${tenantId}|connect_states|${hashOf(state).toString('hex')}|secrets`;
}

export async function saveState(tx: Runner, vault: Vault, state: string, held: ConnectState): Promise<void> {
  const secrets = vault.seal(JSON.stringify(held.secrets), placeOf(held.tenant_id, state));
  await tx.run(sql`
    insert into connect_states (tenant_id, state_hash, platform, key_id, invite_id, brand_id, callback_uri, redirect_uri, caller_state, secrets, expires_at)
    values (${held.tenant_id}, ${hashOf(state)}, ${held.platform}, ${held.key_id}, ${held.invite_id}, ${held.brand_id}, ${held.callback_uri},
      ${held.redirect_uri}, ${held.caller_state}, ${secrets}, now() + ${MINUTES} * interval '1 minute')`);
}

/** What a state stands for, while it lasts. */
export interface StateFacts {
  tenant_id: string;
  platform: string;
  key_id: string | null;
  callback_uri: string;
}

/** The system's view, for a browser that has no key, or a tenant's. */
export async function findState(db: Runner, state: string, tenantId?: string): Promise<StateFacts | undefined> {
  const ofTenant = tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`;
  return db.first(sql<StateFacts>`
    select tenant_id, platform, key_id, callback_uri from connect_states
    where state_hash = ${hashOf(state)} and expires_at > now() and ${ofTenant}`);
}

/** Uses a state up; undefined when somebody else was first. */
export async function takeState(
  db: Runner,
  vault: Vault,
  tenantId: string,
  state: string,
): Promise<ConnectState | undefined> {
  const row = await db.first(sql<Omit<ConnectState, 'secrets'> & { secrets: string }>`
    delete from connect_states where tenant_id = ${tenantId} and state_hash = ${hashOf(state)} and expires_at > now()
    returning tenant_id, platform, key_id, invite_id, brand_id, callback_uri, redirect_uri, caller_state, secrets`);
  if (row === undefined) return undefined;
  return { ...row, secrets: JSON.parse(vault.open(row.secrets, placeOf(tenantId, state))) as StateSecrets };
}
