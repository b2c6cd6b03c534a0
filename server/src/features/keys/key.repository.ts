import { sql } from 'kysely';
import { actorJson, type Scope, type StoredActor } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import type { Runner } from '../../db/query.ts';
import { hashApiKey, newApiKey, previewOf } from '../../lib/api-key.ts';

type Mode = Tenant['mode'];

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly preview: string;
  readonly scopes: readonly Scope[];
  readonly brand_ids: readonly string[];
  readonly allowed_ips: readonly string[];
  readonly sending: 'direct' | 'held';
  readonly can_approve: boolean;
  readonly agents_direct: boolean;
  readonly is_owner: boolean;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly created_by: StoredActor | null;
  readonly changed_by: StoredActor | null;
}

/** What a key may do, from where and until when, in the clock of its tenant. Empty lists mean no restriction. */
export interface KeyLimits {
  readonly scopes: readonly string[];
  readonly brandIds: readonly string[];
  readonly allowedIps: readonly string[];
  readonly expiresAt: Date | null;
}

/** What a key may do alone. */
export interface KeyTrust {
  /** `held`: what would leave waits for a person. */
  readonly sending: 'direct' | 'held';
  readonly canApprove: boolean;
  /** Agents that act for it may send alone. */
  readonly agentsDirect: boolean;
}

export const UNLIMITED: KeyLimits = { scopes: [], brandIds: [], allowedIps: [], expiresAt: null };
export const TRUSTED: KeyTrust = { sending: 'direct', canApprove: false, agentsDirect: false };

const columns = sql`id, name, preview, scopes, brand_ids, allowed_ips, sending, can_approve, agents_direct, is_owner, created_at, created_by, changed_by,
  case when not is_active then 'revoked' when expires_at <= now() then 'expired' else 'active' end as state,
  expires_at + tenant_ahead() as expires_at, last_used_at + tenant_ahead() as last_used_at`;

/** One page of keys and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  after: TimePosition | undefined,
  limit: number,
): Promise<KeyRow[]> {
  const beyond =
    after === undefined ? sql`true` : sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`;
  return db.run(sql<KeyRow>`
    select ${columns} from api_keys where tenant_id = ${tenantId} and ${beyond}
    order by created_at desc, id desc limit ${limit + 1}`);
}

/** A key and its secret, which nobody can read again. */
export interface KeyWithSecret {
  readonly row: KeyRow;
  readonly rawKey: string;
}

/** Makes a key. `by`: who asks for it; undefined: the operator. Only the hash and the preview of its secret are stored. */
export async function create(
  db: Runner,
  tenantId: string,
  mode: Mode,
  name: string,
  {
    limits = UNLIMITED,
    trust = TRUSTED,
    isOwner = true,
    cell = '',
    by,
  }: {
    readonly limits?: KeyLimits;
    readonly trust?: KeyTrust;
    /** Without limits it may do what only an owner may. */
    readonly isOwner?: boolean;
    readonly cell?: string;
    readonly by?: StoredActor;
  } = {},
): Promise<KeyWithSecret> {
  const rawKey = newApiKey(mode, cell);
  const row = await db.first(sql<KeyRow>`
    insert into api_keys (tenant_id, id, name, hash, preview, scopes, brand_ids, allowed_ips, expires_at,
      sending, can_approve, agents_direct, is_owner, created_by)
    values (${tenantId}, ${newId('key')}, ${name}, ${hashApiKey(rawKey)}, ${previewOf(rawKey)}, ${limits.scopes},
      ${limits.brandIds}, ${limits.allowedIps}, ${limits.expiresAt}::timestamptz - tenant_ahead(),
      ${trust.sending}, ${trust.canApprove}, ${trust.agentsDirect}, ${isOwner}, ${actorJson(by)}::jsonb)
    returning ${columns}`);
  return { row: row as KeyRow, rawKey };
}

/** The key, locked, so that changes of one key run one after the other. */
export async function lock(tx: Runner, tenantId: string, id: string): Promise<KeyRow | undefined> {
  return tx.first(sql<KeyRow>`select ${columns} from api_keys where tenant_id = ${tenantId} and id = ${id} for update`);
}

/** Replaces the name and the limits of a key. */
export async function update(
  tx: Runner,
  tenantId: string,
  id: string,
  {
    name,
    limits,
    trust,
    isOwner,
    by,
  }: {
    readonly name: string;
    readonly limits: KeyLimits;
    readonly trust: KeyTrust;
    readonly isOwner: boolean;
    readonly by: StoredActor;
  },
): Promise<KeyRow> {
  const row = await tx.first(sql<KeyRow>`
    update api_keys set name = ${name}, scopes = ${limits.scopes}, brand_ids = ${limits.brandIds},
      allowed_ips = ${limits.allowedIps}, expires_at = ${limits.expiresAt}::timestamptz - tenant_ahead(),
      sending = ${trust.sending}, can_approve = ${trust.canApprove}, agents_direct = ${trust.agentsDirect}, is_owner = ${isOwner}, changed_by = ${actorJson(by)}::jsonb
    where tenant_id = ${tenantId} and id = ${id} returning ${columns}`);
  return row as KeyRow;
}

/** Replaces the secret of a key; the one before is unknown from then on. */
export async function replaceSecret(
  tx: Runner,
  tenantId: string,
  {
    id,
    mode,
    cell = '',
    by,
  }: { readonly id: string; readonly mode: Mode; readonly cell?: string; readonly by?: StoredActor },
): Promise<KeyWithSecret> {
  const rawKey = newApiKey(mode, cell);
  const row = await tx.first(sql<KeyRow>`
    update api_keys set hash = ${hashApiKey(rawKey)}, preview = ${previewOf(rawKey)}, last_used_at = null, changed_by = ${actorJson(by)}::jsonb
    where tenant_id = ${tenantId} and id = ${id} returning ${columns}`);
  return { row: row as KeyRow, rawKey };
}

/** Ends a key for ever; whether it was not revoked before. */
export async function revoke(tx: Runner, tenantId: string, id: string, by?: StoredActor): Promise<boolean> {
  const rows = await tx.run(
    sql`update api_keys set is_active = false, changed_by = ${actorJson(by)}::jsonb where tenant_id = ${tenantId} and id = ${id} and is_active returning 1`,
  );
  return rows.length > 0;
}

/** Whether a key without restrictions works. */
export async function hasUnrestricted(tx: Runner, tenantId: string): Promise<boolean> {
  const row = await tx.first(sql`
    select 1 from api_keys where tenant_id = ${tenantId} and is_active and scopes || brand_ids || allowed_ips = '{}'
      and expires_at is null limit 1`);
  return row !== undefined;
}

/** The time that the tenant lives in. */
export async function now(db: Runner): Promise<Date> {
  return (await db.first(sql<{ now: Date }>`select tenant_now() as now`))?.now as Date;
}

/** Where a key is that has this id, or is this key. */
export interface KeyPlace {
  readonly id: string;
  readonly tenant_id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
}

export async function locate(system: Runner, idOrKey: string): Promise<KeyPlace | undefined> {
  return system.first(sql<KeyPlace>`
    select k.id, k.tenant_id, t.workspace_id, t.mode from api_keys k join tenants t on t.tenant_id = k.tenant_id
    where k.id = ${idOrKey} or k.hash = ${hashApiKey(idOrKey)}`);
}

/** Notes that a key is in use, at most once a minute. A key that somebody changes right now is left for the next time. */
export async function noteUse(system: Runner, tenantId: string, id: string): Promise<void> {
  await system.run(sql`
    update api_keys set last_used_at = now() where (tenant_id, id) in (
      select tenant_id, id from api_keys where tenant_id = ${tenantId} and id = ${id}
        and (last_used_at is null or last_used_at < now() - interval '1 minute')
      for update skip locked)`);
}

/** The hashes of all working keys that do not carry the name of this cell: they are older, or moved here. */
export async function hashesOfOtherNames(system: Runner, cell: string): Promise<Buffer[]> {
  const rows = await system.run(sql<{ hash: Buffer }>`
    select hash from api_keys where is_active and (expires_at is null or expires_at > now())
      and not starts_with(preview, 'hub_live_' || ${cell}::text || '_') and not starts_with(preview, 'hub_test_' || ${cell}::text || '_')
    order by hash`);
  return rows.map(({ hash }) => hash);
}
