import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction, Vault } from '../core/context.ts';
import { ApiError, invalid } from '../core/errors.ts';
import type { StoredAnswer } from '../core/operation.ts';
import type { Runner } from '../db/query.ts';

/** One use of an `Idempotency-Key`: the key, where it counts, and the fingerprint of the request. */
export interface KeyUse {
  readonly tenantId: string;
  /** Method and path: the same key elsewhere is another key. */
  readonly scope: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

/** Thrown inside a commit when another request with the same key was first. */
export const KEY_TAKEN = 'idempotency_key_taken';

const HOURS_KEPT = 24;
const WAIT_MS_MAX = 10_000;

/** Checks the header and builds the use; undefined when there is no header. */
export function keyUseOf(
  tenantId: string,
  method: string,
  url: string,
  header: string | undefined,
  body: unknown,
): KeyUse | undefined {
  if (header === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(header))
    throw invalid('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  const [, path = '', query = ''] = /^([^?]*?)\/*(\?.*)?$/.exec(url) ?? [];
  const scope = `${method.toUpperCase()} ${path}`;
  const requestHash = createHash('sha256').update(`${path}${query}\0`).update(stableJson(body)).digest();
  return { tenantId, scope, key: header, requestHash };
}

/** JSON with sorted keys, so that the order of fields makes no difference. */
function stableJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The stored answer of the key, if the key was used; 422 when it was used for another request. */
export async function findStored(db: Runner, use: KeyUse, vault: Vault): Promise<StoredAnswer | undefined> {
  const row = await db.first(sql<{
    request_hash: Buffer;
    status: number;
    body: string | null;
    is_sealed: boolean;
    ref: string | null;
  }>`
    select request_hash, status, body, is_sealed, ref from idempotency_keys
    where tenant_id = ${use.tenantId} and scope = ${use.scope} and key = ${use.key} and expires_at > now()`);
  if (row === undefined) return undefined;
  if (!row.request_hash.equals(use.requestHash)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a request with another body. Use a new key for a new request.',
      { field: 'Idempotency-Key' },
    );
  }
  const text = row.body !== null && row.is_sealed ? vault.open(row.body, placeOf(use)) : row.body;
  return { status: row.status, body: text === null ? null : JSON.parse(text), ref: row.ref };
}

/**
 * Writes the record as the last statement of the request's transaction. When another request committed the key first,
 * the transaction ends with the refusal KEY_TAKEN and leaves nothing behind.
 */
export function store(tx: Transaction, use: KeyUse, answer: StoredAnswer, vault: Vault): void {
  const text = answer.body === null ? null : JSON.stringify(answer.body);
  const isSealed = text !== null && /"(secret|raw_key|token|auth_url)":/.test(text);
  const body = text !== null && isSealed ? vault.seal(text, placeOf(use)) : text;
  const record = sql`
    with kept as (
      insert into idempotency_keys as k (tenant_id, scope, key, request_hash, status, body, is_sealed, ref, expires_at)
      values (${use.tenantId}, ${use.scope}, ${use.key}, ${use.requestHash}, ${answer.status}, ${body}, ${isSealed}, ${answer.ref}, now() + ${HOURS_KEPT} * interval '1 hour')
      on conflict (tenant_id, scope, key) do update
        set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, is_sealed = excluded.is_sealed,
            ref = excluded.ref, created_at = now(), expires_at = excluded.expires_at
        where k.expires_at <= now()
      returning 1
    )
    select case when not exists (select from kept) then refuse(${KEY_TAKEN}) end`;
  tx.later((db) => db.run(record));
}

/** What is authenticated with a sealed answer. */
export function placeOf(use: Pick<KeyUse, 'tenantId' | 'scope' | 'key'>): string {
  return `${use.tenantId}|idempotency_keys|${use.scope}|${use.key}`;
}

/** Requests of this process that run under a key right now. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs one request of a key at a time: a second one waits for the first, at most ten seconds, then answers 409. Work is
 * told whether it had to wait.
 */
export async function oneAtATime<T>(use: KeyUse, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const name = `${use.tenantId}\0${use.scope}\0${use.key}`;
  const deadline = performance.now() + WAIT_MS_MAX;
  const hasWaited = running.has(name);
  for (let other = running.get(name); other !== undefined; other = running.get(name)) {
    const left = deadline - performance.now();
    if (left <= 0 || !(await settledWithin(other, left))) {
      throw new ApiError('idempotency_key_in_use', 'A request with this Idempotency-Key is still running.', {
        field: 'Idempotency-Key',
        retry_after: 1,
      });
    }
  }
  const mine = work(hasWaited);
  running.set(name, mine);
  try {
    return await mine;
  } finally {
    running.delete(name);
  }
}

async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
