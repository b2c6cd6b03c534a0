import { sql } from 'kysely';
import type { Claim } from '../../../core/worker.ts';
import { claimDue } from '../../../db/claim-due.ts';
import type { Runner } from '../../../db/query.ts';
import type { ReplayKind, ReplayRow } from './replay.ts';

/** The outcomes are counted from the deliveries until the replay is over and none of them waits. */
const selected = sql.raw(`
  select r.id, r.endpoint_id, r.kind, r.status, r.since, r.until, r.event_types, r.total, r.queued,
    coalesce(r.delivered, n.delivered) as delivered, coalesce(r.failed, n.failed) as failed, r.created_at, r.started_at, r.completed_at
  from webhook_replays r
  left join lateral (
    select (count(*) filter (where d.status = 'success'))::int as delivered, (count(*) filter (where d.status = 'failed'))::int as failed
    from deliveries d where d.tenant_id = r.tenant_id and d.replay_id = r.id
  ) n on r.delivered is null`);

export async function byId(
  db: Runner,
  tenantId: string,
  endpointId: string,
  id: string,
): Promise<ReplayRow | undefined> {
  return db.first(sql<ReplayRow>`
    ${selected} where r.tenant_id = ${tenantId} and r.id = ${id} and r.endpoint_id = ${endpointId}`);
}

/** One page of an endpoint's replays and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  endpointId: string,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<ReplayRow[]> {
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`;
  return db.run(sql<ReplayRow>`
    ${selected} where r.tenant_id = ${tenantId} and r.endpoint_id = ${endpointId} and ${beyond}
    order by r.created_at desc, r.id desc limit ${limit + 1}`);
}

/** Whether an endpoint `w` gets an event `e` by its filters of today. */
export const isWanted = sql`e.type = any (w.events)
  and (num_nonnulls(w.brand_ids, w.account_ids, w.platforms) = 0 or passes_filters(w, e))`;

/** The request for a replay: events of an endpoint's tenant from `since` until before `until`. */
export interface Options {
  readonly kind: ReplayKind;
  readonly since: Date;
  readonly until: Date;
  readonly eventTypes: readonly string[] | null;
}

/** How many deliveries a request comes to, and the numbers of its first and last event; null when there are none. */
export interface Extent {
  readonly total: number;
  readonly first_seq: number | null;
  readonly last_seq: number | null;
}

export async function extentOf(
  db: Runner,
  tenantId: string,
  endpointId: string,
  { kind, since, until, eventTypes }: Options,
): Promise<Extent> {
  // An event may have several deliveries, and is replayed once.
  const count = kind === 'all' ? sql`count(*)` : sql`count(distinct e.seq)`;
  const ofType = eventTypes === null ? sql`true` : sql`e.type = any (${eventTypes})`;
  // No delivery is older than its event.
  const found =
    kind === 'all'
      ? sql`join events e on e.tenant_id = w.tenant_id and ${isWanted} and e.seq > (select event_seq_at(${tenantId}, ${since}, false))
        and e.seq < (select event_seq_at(${tenantId}, ${until}, true))`
      : sql`join deliveries d on d.tenant_id = w.tenant_id and d.endpoint_id = w.id and d.status = 'failed' and d.created_at >= ${since}
        join events e on e.tenant_id = d.tenant_id and e.seq = d.event_seq`;
  const row = await db.first(sql<Extent>`
    select ${count}::int as total, min(e.seq) as first_seq, max(e.seq) as last_seq
    from webhook_endpoints w ${found}
    where w.tenant_id = ${tenantId} and w.id = ${endpointId} and e.created_at >= ${since} and e.created_at < ${until} and ${ofType}`);
  return row as Extent;
}

/** Stores a replay of an active endpoint; false when one of the same endpoint is running, or the endpoint is gone or not active. */
export async function insert(
  tx: Runner,
  tenantId: string,
  endpointId: string,
  id: string,
  { kind, since, until, eventTypes }: Options,
  { total, first_seq: firstSeq, last_seq: lastSeq }: Extent,
): Promise<boolean> {
  const rows = await tx.run(sql`
    with endpoint as (
      select tenant_id, id from webhook_endpoints where tenant_id = ${tenantId} and id = ${endpointId} and is_active for key share
    )
    insert into webhook_replays (tenant_id, id, endpoint_id, kind, since, until, event_types, next_seq, last_seq, total)
    select w.tenant_id, ${id}, w.id, ${kind}, ${since}::timestamptz, ${until}::timestamptz, ${eventTypes}::text[], ${firstSeq ?? 1}::bigint,
      ${lastSeq ?? 0}::bigint, ${total}::int
    from endpoint w
    on conflict (tenant_id, endpoint_id) where status in ('pending', 'running') do nothing
    returning id`);
  return rows.length > 0;
}

/** The id of the endpoint's replay that has not ended. */
export async function runningOf(db: Runner, tenantId: string, endpointId: string): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from webhook_replays where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and status in ('pending', 'running')`);
  return row?.id;
}

/** Cancels a replay that has not ended; the worker then ends its waiting deliveries. */
export async function cancel(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(sql`
    update webhook_replays set status = 'cancelled', completed_at = tenant_now(), due_at = now()
    where tenant_id = ${tenantId} and id = ${id} and status in ('pending', 'running')`);
}

/** A leased replay. */
export interface ReplayJob {
  readonly tenantId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly attempt: number;
}

export function claim(system: Runner, claim: Claim): Promise<ReplayJob[]> {
  return claimDue<ReplayJob>(
    system,
    { table: 'webhook_replays', dueAt: 'due_at', leaseUntil: 'lease_until', attempt: 'attempt' },
    claim,
    sql`r.tenant_id as "tenantId", r.id, r.endpoint_id as "endpointId", r.attempt`,
  );
}

/** Ends every lease, at a start with no other process. */
export async function voidReplayLeases(system: Runner): Promise<void> {
  await system.run(sql`update webhook_replays set lease_until = '-infinity' where due_at is not null`);
}

/** Counts a fault of the worker and tries again later; the last one fails the replay, and what it has queued is still sent. */
export async function noteFault(
  db: Runner,
  { tenantId, id, attempt }: ReplayJob,
  pauseSeconds: number,
  faultsMax: number,
): Promise<void> {
  await db.run(sql`
    update webhook_replays set failures = failures + 1, lease_until = '-infinity',
      due_at = now() + (failures + 1) * ${pauseSeconds} * interval '1 second',
      status = case when failures + 1 >= ${faultsMax} and status in ('pending', 'running') then 'failed' else status end,
      completed_at = case when failures + 1 >= ${faultsMax} then coalesce(completed_at, tenant_now()) else completed_at end
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt}`);
}
