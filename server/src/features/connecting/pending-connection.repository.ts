import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Candidate } from '../../core/connecting/connecting.ts';
import { notFound } from '../../core/errors.ts';
import type { Tokens } from '../../core/session.ts';
import type { Vault } from '../../core/tools.ts';
import type { Runner } from '../../db/query.ts';
import type { Destination, LoginSettings } from './connection.ts';

const MINUTES = 30;

/** A candidate without its tokens. */
export type ShownCandidate = Omit<Candidate, 'tokens'>;

interface LoginSecrets extends LoginSettings {
  readonly tokens: Tokens;
  /** The person's id on the platform and our id of the login, where one login serves several accounts. */
  readonly personId?: string | undefined;
  readonly loginId?: string | undefined;
}

interface Secrets extends LoginSecrets {
  /** Tokens by profile id, for profiles that have their own. */
  readonly ownTokens: Readonly<Record<string, Tokens>>;
  /** As in `Destination`. */
  readonly browserHash?: string | undefined;
}

export interface Pending extends Destination {
  readonly id: string;
  readonly platform: string;
  readonly candidates: readonly ShownCandidate[];
  readonly secrets: Secrets;
  readonly expiresAt: Date;
}

export type NewPending = Omit<Pending, 'id' | 'candidates' | 'secrets' | 'expiresAt'> & {
  readonly candidates: readonly Candidate[];
  readonly login: LoginSecrets;
};

/** Keeps a choice open for 30 minutes. */
export async function savePending(tx: Runner, vault: Vault, tenantId: string, pending: NewPending): Promise<Pending> {
  const id = `pc_${randomBytes(16).toString('hex')}`;
  const { candidates, login, platform, brandId, inviteId, browserHash } = pending;
  const shown = candidates.map(({ tokens: _, ...rest }) => rest);
  const ownTokens = Object.fromEntries(
    candidates.flatMap(({ platformId, tokens }) => (tokens === undefined ? [] : [[platformId, tokens]])),
  );
  const secrets: Secrets = { ...login, ownTokens, browserHash };
  const encrypted = vault.encrypt(JSON.stringify(secrets), associatedDataOf(tenantId, id));
  const row = await tx.first(sql<{ expires_at: Date }>`
    insert into pending_connections (tenant_id, id, platform, brand_id, invite_id, profiles, secrets, expires_at)
    values (${tenantId}, ${id}, ${platform}, ${brandId}, ${inviteId}, ${JSON.stringify(shown)}, ${encrypted}, now() + ${MINUTES} * interval '1 minute')
    returning expires_at + tenant_ahead() as expires_at`);
  return { id, platform, brandId, inviteId, candidates: shown, secrets, expiresAt: row?.expires_at as Date };
}

/** An open choice; undefined when it was made or has expired. */
export async function findPending(
  db: Runner,
  vault: Vault,
  tenantId: string,
  id: string,
): Promise<Pending | undefined> {
  const row = await db.first(sql<{
    platform: string;
    brand_id: string | null;
    invite_id: string | null;
    profiles: Pending['candidates'];
    secrets: string;
    expires_at: Date;
  }>`
    select platform, brand_id, invite_id, profiles, secrets, expires_at + tenant_ahead() as expires_at from pending_connections
    where tenant_id = ${tenantId} and id = ${id} and expires_at > now()`);
  if (row === undefined) return undefined;
  return {
    id,
    platform: row.platform,
    brandId: row.brand_id,
    inviteId: row.invite_id,
    candidates: row.profiles,
    secrets: JSON.parse(vault.decrypt(row.secrets, associatedDataOf(tenantId, id))) as Secrets,
    expiresAt: row.expires_at,
  };
}

/** Ends a choice in the transaction that connects the account; 404 when another request was first. */
export async function consumePending(tx: Runner, tenantId: string, id: string): Promise<void> {
  const rows = await tx.run(sql`
    delete from pending_connections where tenant_id = ${tenantId} and id = ${id} and expires_at > now() returning 1`);
  if (rows.length === 0) throw notFound('connection', id);
}

/** The tenant of an open choice, for a browser without a key. */
export async function tenantOfPending(system: Runner, id: string): Promise<string | undefined> {
  const row = await system.first(sql<{ tenant_id: string }>`
    select tenant_id from pending_connections where id = ${id} and expires_at > now()`);
  return row?.tenant_id;
}

function associatedDataOf(tenantId: string, id: string): string {
  return `${tenantId}|pending_connections|${id}|secrets`;
}
