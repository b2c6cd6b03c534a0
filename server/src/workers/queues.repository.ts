import { type RawBuilder, sql } from 'kysely';
import type { DueTable } from '../db/claim-due.ts';
import type { Runner } from '../db/query.ts';
import { isSuspended } from '../db/suspended.ts';
import { leases } from '../engine/index.ts';
import { deletions } from '../features/users/index.ts';

/** Due work that no worker has taken. */
export interface QueueDepth {
  /** Counted up to DEPTH_MAX. */
  readonly due: number;
  /** The waiting time of the oldest; 0 when nothing is due. */
  readonly oldestSeconds: number;
}

export const DEPTH_MAX = 10_000;

const DUE_ACCOUNTS = sql`
  select a.tenant_id, a.id, a.next_due_at, a.not_before from ${leases.dueAccounts}
  where a.lease_until <= now() and a.not_before <= now() and not ${isSuspended('a')}
    and not exists (select from app_pauses p where ${leases.pausesAccount} and p.until > now())
  order by d.due_at limit ${DEPTH_MAX}`;

/**
 * Rows that each worker could claim now. Those of throttled accounts, paused endpoints and suspended tenants wait for something
 * else.
 */
const QUEUES = {
  checks: sql`
    select f.due_at from restore_findings f join holds h on h.tenant_id = f.tenant_id and h.checking_since is not null
    where f.due_at <= now()`,
  publish: sql`
    select greatest(a.next_due_at, a.not_before) as due_at from (${DUE_ACCOUNTS}) a
    join actions x on x.tenant_id = a.tenant_id and x.account_id = a.id and x.due_at <= now()
    order by a.next_due_at`,
  held: sql`select ends_at as due_at from held where state = 'waiting' and ends_at is not null and ends_at <= now() and not ${isSuspended('held')}`,
  'held-media': rows({ table: 'held', dueAt: 'copy_due_at' }),
  'held-mail': sql`select held_mail_at as due_at from people where held_mail_at <= now()`,
  // A queue whose endpoint has all its slots in use is looked at again a moment later, so it is due all the time.
  deliveries: sql`
    select greatest(d.due_at, q.next_due_at) as due_at from delivery_queues q
    join webhook_endpoints w on w.tenant_id = q.tenant_id and w.id = q.endpoint_id and w.is_active
      and (w.not_before is null or w.not_before <= now())
    join deliveries d on d.tenant_id = q.tenant_id and d.endpoint_id = q.endpoint_id and d.due_at <= now()
    where q.next_due_at is not null and not ${isSuspended('q')} order by q.next_due_at`,
  replays: rows({ table: 'webhook_replays', dueAt: 'due_at', leaseUntil: 'lease_until' }),
  // Without an order, because their index begins with the tenant.
  callbacks: sql`select due_at from callbacks where due_at <= now() and lease_until <= now()`,
  forwards: rows({ table: 'forwards', dueAt: 'due_at', alsoWhileSuspended: true }),
  polling: rows({ table: 'accounts', dueAt: 'poll_due_at', leaseUntil: 'poll_lease_until' }),
  metrics: rows({ table: 'metric_readings', dueAt: 'due_at', leaseUntil: 'lease_until' }),
  erasures: rows({ table: 'erasures', dueAt: 'due_at', leaseUntil: 'lease_until', alsoWhileSuspended: true }),
  tokens: rows({
    table: 'accounts',
    dueAt: 'token_check_at',
    where: `token_expires_at is not null and status = 'active' and disconnected_at is null`,
  }),
  billing: rows({ table: 'billing_customers', dueAt: 'due_at' }),
  revocations: rows({ table: 'revocations', dueAt: 'due_at' }),
  'workspace-deletions': sql`select due_at from owners o where ${deletions.isClaimable()}`,
  cleanup: rows({ table: 'event_sweeps', dueAt: 'due_at' }),
  'media-cleanup': rows({ table: 'media', dueAt: 'due_at' }),
  exports: rows({ table: 'exports', dueAt: 'due_at', leaseUntil: 'lease_until' }),
  'video copies': rows({
    table: 'video_renditions',
    dueAt: 'due_at',
    leaseUntil: 'lease_until',
    where: `state in ('waiting', 'working')`,
  }),
} satisfies Readonly<Record<string, RawBuilder<unknown>>>;

export type QueueName = keyof typeof QUEUES;

/** The workers that have a queue. */
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Counts the rows that wait for a worker. Reads at most DEPTH_MAX, by their index. Rows due at `-infinity` are recent. */
export async function depthOf(system: Runner, worker: QueueName): Promise<QueueDepth> {
  const row = await system.first(sql<QueueDepth>`
    select count(*)::float8 as due, greatest(coalesce(extract(epoch from now() - min(due_at) filter (where isfinite(due_at))), 0), 0)::float8 as "oldestSeconds"
    from (${QUEUES[worker]} limit ${DEPTH_MAX}) waiting`);
  return row ?? { due: 0, oldestSeconds: 0 };
}

/**
 * A claim also takes abandoned deliveries and actions that a throttle lets expire, and it corrects the due times of accounts and
 * queues that have nothing due.
 */
const CLAIMS: Readonly<Record<QueueName, RawBuilder<unknown>>> = {
  ...QUEUES,
  publish: sql`(select from (${DUE_ACCOUNTS}) due) union all select where ${leases.isAnyThrottled}`,
  deliveries: sql`select from delivery_queues q where next_due_at <= now() and not ${isSuspended('q')}`,
};

/** The workers for which a claim would find something: one statement for all of them. */
export async function dueQueues(system: Runner): Promise<QueueName[]> {
  const looks = QUEUE_NAMES.map((name) => sql`(${name}::text, exists(${CLAIMS[name]}))`);
  const rows = await system.run(
    sql<{ name: QueueName }>`select name from (values ${sql.join(looks)}) as q (name, is_due) where is_due`,
  );
  return rows.map(({ name }) => name);
}

/** Rows that are claimed by `claimDue`, the oldest first. */
function rows({ table, dueAt, leaseUntil = dueAt, where = 'true', alsoWhileSuspended }: DueTable): RawBuilder<unknown> {
  const due = sql.ref(dueAt);
  const isFree = alsoWhileSuspended === true ? sql`true` : sql`not ${isSuspended(table)}`;
  return sql`select ${due} as due_at from ${sql.table(table)}
    where ${due} <= now() and ${sql.ref(leaseUntil)} <= now() and ${sql.raw(where)} and ${isFree} order by ${due}`;
}
