import { sql } from 'kysely';
import type { Transaction } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import type { StoredResponse } from '../core/operation.ts';
import type { Vault } from '../core/tools.ts';
import type { Runner } from '../db/query.ts';
import type { KeyUse } from './idempotency.ts';

/** The reason with which a commit is aborted when another request with the same key was first. */
export const KEY_TAKEN = 'idempotency_key_taken';

const HOURS_KEPT = 24;

/** A stored response, and the actor that asked for it. */
export interface Stored extends StoredResponse {
  readonly actorId: string;
}

/** The stored response of the key, if the key was used; 422 when it was used for another request. */
export async function findStored(db: Runner, use: KeyUse, vault: Vault): Promise<Stored | undefined> {
  const row = await db.first(sql<{
    request_hash: Buffer;
    status: number;
    body: string | null;
    is_sealed: boolean;
    ref: string | null;
    actor_id: string;
  }>`
    select request_hash, status, body, is_sealed, ref, actor_id from idempotency_keys
    where tenant_id = ${use.tenantId} and scope = ${use.scope} and key = ${use.key} and expires_at > now()`);
  if (row === undefined) return undefined;
  if (!row.request_hash.equals(use.requestHash)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a request with another body. Use a new key for a new request.',
      { field: 'Idempotency-Key' },
    );
  }
  const text = row.body !== null && row.is_sealed ? vault.decrypt(row.body, associatedDataOf(use)) : row.body;
  return { status: row.status, body: text === null ? null : JSON.parse(text), ref: row.ref, actorId: row.actor_id };
}

/**
 * Writes the record as the last statement of the request's transaction. When another request committed the key first,
 * the transaction is aborted with the reason KEY_TAKEN and leaves nothing behind. A body with a secret is encrypted.
 */
export function store(
  tx: Transaction,
  use: KeyUse,
  response: StoredResponse & { readonly isSecret: boolean },
  vault: Vault,
): void {
  const text = response.body === null ? null : JSON.stringify(response.body);
  const isEncrypted = text !== null && response.isSecret;
  const body = text !== null && isEncrypted ? vault.encrypt(text, associatedDataOf(use)) : text;
  const record = sql`
    with kept as (
      insert into idempotency_keys as k (tenant_id, scope, key, request_hash, status, body, is_sealed, ref, actor_id, expires_at)
      values (${use.tenantId}, ${use.scope}, ${use.key}, ${use.requestHash}, ${response.status}, ${body}, ${isEncrypted}, ${response.ref}, ${use.actorId}, now() + ${HOURS_KEPT} * interval '1 hour')
      on conflict (tenant_id, scope, key) do update
        set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, is_sealed = excluded.is_sealed,
            ref = excluded.ref, actor_id = excluded.actor_id, created_at = now(), expires_at = excluded.expires_at
        where k.expires_at <= now()
      returning 1
    )
    select case when not exists (select from kept) then refuse(${KEY_TAKEN}) end`;
  tx.defer((db) => db.run(record));
}

/** The data that is authenticated with an encrypted response. */
export function associatedDataOf(use: Pick<KeyUse, 'tenantId' | 'scope' | 'key'>): string {
  return `${use.tenantId}|idempotency_keys|${use.scope}|${use.key}`;
}

/** The tables of things that belong to an account and have an id of their own. */
const OF_ACCOUNTS = ['actions', 'inbox_posts', 'comments', 'conversations', 'messages', 'mentions', 'reviews'] as const;

/** The brands of the things among these ids: accounts, brands, and what belongs to an account. */
export async function brandsOf(db: Runner, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const ofAccount = (table: string, column: string) =>
    sql`select account_id from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(column)} = any (${ids})`;
  const rows = await db.run(sql<{ brand_id: string }>`
    select id as brand_id from brands where tenant_id = ${tenantId} and id = any (${ids})
    union select brand_id from accounts where tenant_id = ${tenantId} and (id = any (${ids}) or id in (
      ${sql.join([ofAccount('actions', 'post_id'), ...OF_ACCOUNTS.map((table) => ofAccount(table, 'id'))], sql` union `)}))`);
  return rows.map((row) => row.brand_id);
}
