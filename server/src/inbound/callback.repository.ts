import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../core/ids.ts';
import type { InboundNotice, RemovedAccess } from '../core/inbound/callbacks.ts';
import { type Origin, originNow } from '../core/observing/work.ts';
import type { World } from '../core/tenant.ts';
import { claimDue, type TenantClaim } from '../db/claim-due.ts';
import type { Runner } from '../db/query.ts';
import { worldOf } from '../db/world.ts';
import { isInboxFree } from '../features/inbox/index.ts';
import { inBatches } from '../lib/in-batches.ts';

/** Each holds the updates of 64 KiB of a callback, or one larger update. */
const NOTICES_BATCH_MAX = 20;
/** Updates are far smaller, except some with the longest texts. */
const LARGE_BYTES_MIN = 64 * 1024;
/** While several come at once, each waits this long for others. */
const GATHER_MS = 20;

/** A stored callback that was claimed, with the account that it is for. */
export interface CallbackJob {
  readonly tenant_id: string;
  readonly mode: 'live' | 'test';
  readonly world: World | null;
  readonly id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly key: string;
  readonly payload: unknown;
  readonly attempt: number;
  readonly is_large: boolean;
  readonly platform_id: string;
  readonly username: string;
  readonly metadata: Record<string, unknown>;
  /** Encrypted. Empty when the account was disconnected. */
  readonly credentials: string;
  /** The platform throttles the account or its app. */
  readonly is_paused: boolean;
  /** The request that brought it. */
  readonly origin: Origin;
}

/** The account whose inbox gets the callback's items. */
export function accountOf(job: CallbackJob) {
  return {
    tenantId: job.tenant_id,
    accountId: job.account_id,
    platform: job.platform,
    livemode: job.mode === 'live',
  };
}

/** The key of a notice about removed access begins with this. */
const REMOVAL_KEY = 'access_removed:';

/** Whether the callback says that a person removed our app on the platform. */
export function isRemoval({ key }: CallbackJob): boolean {
  return key.startsWith(REMOVAL_KEY);
}

/** The notices of a verified callback. */
export interface Notices {
  /** The id of a world; null: the real platforms. */
  readonly world: string | null;
  readonly platform: string;
  readonly notices: readonly InboundNotice[];
  /** The request that brought them. */
  readonly origin: Origin;
}

/**
 * Stores the notices of verified callbacks for every account of their world, or every live one, that they are for. A repeated
 * notice is already there and changes nothing. Returns whether anything is new.
 */
async function storeNotices(system: Runner, callbacks: readonly Notices[]): Promise<boolean> {
  const rows = callbacks.flatMap(({ world, platform, notices, origin }) =>
    notices.map((notice) => ({
      id: newId('raw'),
      world,
      platform,
      platform_id: notice.platformAccountId,
      key: notice.key.slice(0, 1000),
      payload: notice.payload,
      request_id: origin.requestId,
      traceparent: origin.traceparent,
    })),
  );
  if (rows.length === 0) return false;
  const platformIds = rows.map(({ platform_id }) => platform_id);
  // Lists are conditions of the index in any plan. A join alone may read all accounts of the platform.
  const stored = await system.run(sql`
    insert into callbacks (tenant_id, id, account_id, platform, key, payload, request_id, traceparent)
    select a.tenant_id, n.id || '_' || row_number() over (partition by n.id order by a.tenant_id), a.id, n.platform, n.key, n.payload, n.request_id,
      n.traceparent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id text, world text, platform text, platform_id text, key text, payload jsonb, request_id text, traceparent text)
    join accounts a on a.platform = n.platform and a.platform_id = n.platform_id and a.disconnected_at is null
      and a.platform = any (${[...new Set(rows.map(({ platform }) => platform))]}) and a.platform_id = any (${platformIds})
    join tenants t on t.tenant_id = a.tenant_id and t.world is not distinct from n.world
    order by a.tenant_id, a.id, n.key
    on conflict (tenant_id, account_id, key) do nothing
    returning 1`);
  return stored.length > 0;
}

/** Stores the notices of callbacks. Those that come during a statement are stored together by the next one. */
export function createNoticeStore(system: Runner): (callback: Omit<Notices, 'origin'>) => Promise<boolean> {
  const add = inBatches<Notices, boolean>(
    async (batch) => Array<boolean>(batch.length).fill(await storeNotices(system, batch)),
    NOTICES_BATCH_MAX,
    { isolates: () => true, gatherMs: (lastSize) => (lastSize > 1 ? GATHER_MS : 0) },
  );
  return async (callback) => callback.notices.length > 0 && (await add({ ...callback, origin: originNow() }));
}

/** Stores that access was removed, for every account that may be meant. The worker asks the platform about each. */
export async function storeRemovals(
  system: Runner,
  world: string | null,
  platform: string,
  removals: readonly RemovedAccess[],
): Promise<boolean> {
  if (removals.length === 0) return false;
  const rows = removals.map(({ platformId, at }) => ({ person: platformId, at }));
  const persons = rows.map(({ person }) => person);
  const isMeant = sql`a.platform = ${platform} and a.disconnected_at is null`;
  // Each way from a person to accounts has an index; a single condition with `or` would read all accounts of the platform.
  const meant = await system.run(sql<{ platform_id: string; person: string; at: number }>`
    select distinct found.platform_id, n.person, n.at from (
      select a.tenant_id, a.platform_id, a.platform_id as person from accounts a where ${isMeant} and a.platform_id = any (${persons})
      union all
      select a.tenant_id, a.platform_id, a.metadata ->> 'app_scoped_id' from accounts a
      where ${isMeant} and a.metadata ->> 'app_scoped_id' = any (${persons})
      union all
      select a.tenant_id, a.platform_id, l.platform_id from shared_logins l
      join accounts a on a.tenant_id = l.tenant_id and a.login_id = l.id and ${isMeant}
      where l.platform = ${platform} and l.platform_id = any (${persons})
    ) found
    join tenants t on t.tenant_id = found.tenant_id and t.world is not distinct from ${world}
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (person text, at int8) on n.person = found.person`);
  const notices = meant.map(({ platform_id, person, at }) => ({
    // The row outlives an erasure of the person, so it does not hold their id.
    key: `${REMOVAL_KEY}${createHash('sha256')
      .update(JSON.stringify([platform, person, at]))
      .digest('hex')}`,
    platformAccountId: platform_id,
    payload: { at },
  }));
  return storeNotices(system, [{ world, platform, notices, origin: originNow() }]);
}

/** Whether at least `count` updates of a world wait to be read. */
export async function hasUnread(system: Runner, world: string, count: number): Promise<boolean> {
  const rows = await system.run(sql`
    select 1 from callbacks where tenant_id = (select tenant_id from tenants where world = ${world}) and due_at is not null
    offset ${count - 1} limit 1`);
  return rows.length > 0;
}

/** Leases due callbacks and counts the attempt. */
export function claim(system: Runner, claim: TenantClaim): Promise<CallbackJob[]> {
  return claimDue(
    system,
    { table: 'callbacks', dueAt: 'due_at', leaseUntil: 'lease_until', attempt: 'attempt', alsoWhileSuspended: true },
    claim,
    sql`json_build_object('requestId', r.request_id, 'traceparent', r.traceparent) as origin, r.tenant_id, t.mode, ${worldOf} as world, r.id, r.account_id, r.platform, r.key, r.payload, r.attempt, octet_length(r.payload::text) > ${LARGE_BYTES_MIN} as is_large, a.platform_id, a.username, a.metadata, a.credentials,
      (a.not_before > now() or exists (select from app_pauses p where p.platform = a.platform and p.app_id = a.app_id and p.until > now())) as is_paused`,
    sql`join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id join tenants t on t.tenant_id = r.tenant_id`,
  );
}

/**
 * Marks callbacks of one tenant as read. Returns the ids of those that no other worker has. `stored`: ids of those whose items
 * are stored, so that their content goes; their key stays for repeats. `locks`: the inboxes of these accounts are locked
 * first; callbacks of an inbox that somebody else has now are left alone, and its account is returned.
 */
export async function settle(
  tx: Runner,
  tenantId: string,
  jobs: readonly CallbackJob[],
  { stored = [], locks = false }: { readonly stored?: readonly string[]; readonly locks?: boolean } = {},
): Promise<{ readonly settled: ReadonlySet<string>; readonly busy: ReadonlySet<string> }> {
  const accountIds = [...new Set(jobs.map((job) => job.account_id))];
  const [ids, attempts] = [jobs.map(({ id }) => id), jobs.map(({ attempt }) => attempt)];
  // The list is a condition of the index in any plan. A join alone may read all callbacks of the tenant.
  const row = await tx.first(sql<{ settled: string[]; busy: string[] }>`
    with inbox as materialized (
      select id, ${locks ? isInboxFree(tenantId, sql`id`) : sql`true`} as is_free from unnest(${accountIds}::text[]) as a (id) order by id
    ), settled as (
      update callbacks c set due_at = null, lease_until = '-infinity', error = null,
        payload = case when c.id = any (${stored}) then '{}' else c.payload end
      from unnest(${ids}::text[], ${attempts}::int[]) as j (id, attempt)
      where c.tenant_id = ${tenantId} and c.id = any (${ids}) and c.id = j.id and c.attempt = j.attempt and c.due_at is not null
        and c.account_id in (select id from inbox where is_free)
      returning c.id
    )
    select array(select id from settled) as settled, array(select id from inbox where not is_free) as busy`);
  return { settled: new Set(row?.settled), busy: new Set(row?.busy) };
}

/** Frees a callback that could not be read. `retryAfterSeconds` undefined: it becomes a dead letter. */
export async function fail(
  db: Runner,
  job: CallbackJob,
  message: string,
  retryAfterSeconds: number | undefined,
): Promise<void> {
  await db.run(sql`update callbacks set lease_until = '-infinity', error = ${message.slice(0, 1000)},
      due_at = now() + ${retryAfterSeconds ?? null}::float8 * interval '1 second'
    where tenant_id = ${job.tenant_id} and id = ${job.id} and attempt = ${job.attempt}`);
}
