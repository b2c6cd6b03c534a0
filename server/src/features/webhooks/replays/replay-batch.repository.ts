import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';
import { isWanted, type ReplayJob } from './replay.repository.ts';
import type { ReplayKind, ReplayStatus } from './replay.ts';

/** Deliveries and events of the log that one transaction looks at. */
const QUEUED_AT_ONCE_MAX = 200;
const LOOKED_AT_MAX = 5000;

/** The state of a leased replay. */
export interface LockedReplay {
  readonly kind: ReplayKind;
  readonly status: ReplayStatus;
  readonly since: Date;
  readonly until: Date;
  readonly event_types: string[] | null;
  readonly next_seq: number;
  readonly last_seq: number;
}

/** Locks a leased replay; undefined when the lease was lost. */
export async function lock(tx: Runner, { tenantId, id, attempt }: ReplayJob): Promise<LockedReplay | undefined> {
  return tx.first(sql<LockedReplay>`
    select kind, status, since, until, event_types, next_seq, last_seq from webhook_replays
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and due_at is not null for update`);
}

/** Keeps the endpoint from being deleted until the commit. Undefined when it is gone; `may_send`: what is queued is sent. */
export async function lockEndpoint(
  tx: Runner,
  { tenantId, endpointId }: ReplayJob,
): Promise<{ readonly may_send: boolean } | undefined> {
  return tx.first(sql<{ may_send: boolean }>`
    select w.is_active and not exists (
      select from tenants t where t.tenant_id = w.tenant_id and t.billing_blocked_at is not null) as may_send
    from webhook_endpoints w where w.tenant_id = ${tenantId} and w.id = ${endpointId} for key share of w`);
}

/** Deliveries of the replay that wait or are being sent, counted up to `limit`, and those of them that are due. */
export async function waiting(
  tx: Runner,
  { tenantId, id }: ReplayJob,
  limit: number,
): Promise<{ readonly due: number; readonly all: number }> {
  const row = await tx.first(sql<{ due: number; all: number }>`
    select (count(*) filter (where due_at <= now() or due_at = 'infinity'))::int as due, count(*)::int as all from (
      select due_at from deliveries where tenant_id = ${tenantId} and replay_id = ${id} and due_at is not null order by due_at limit ${limit}
    ) w`);
  return row ?? { due: 0, all: 0 };
}

interface Found {
  /** The deliveries that are queued again. */
  readonly again: readonly string[];
  /** The events that get a new delivery. */
  readonly anew: readonly number[];
  /** The number of the last event. */
  readonly last: number | undefined;
  readonly isFull: boolean;
}

/** Queues the next deliveries and moves the replay on, behind the last event that it looked at. */
export async function queueNext(tx: Runner, job: ReplayJob, replay: LockedReplay): Promise<void> {
  const { tenantId, endpointId, id } = job;
  const windowEnd = Math.min(replay.next_seq + LOOKED_AT_MAX - 1, replay.last_seq);
  // Queues are locked before deliveries, as everywhere.
  await tx.run(sql`
    insert into delivery_queues as q (tenant_id, endpoint_id, next_due_at) values (${tenantId}, ${endpointId}, now())
    on conflict (tenant_id, endpoint_id) do update set next_due_at = least(q.next_due_at, excluded.next_due_at)`);
  const found = await (replay.kind === 'failed' ? findFailed : findAll)(tx, job, replay, windowEnd);
  const lookedUntil = found.isFull && found.last !== undefined ? found.last : windowEnd;
  await tx.run(sql`
    with again as (
      update deliveries set status = 'pending', due_at = now(), replay_id = ${id}, is_due_without_replay = due_at is not null,
        earlier_attempts = case when due_at is null then attempt else earlier_attempts end
      where tenant_id = ${tenantId} and id = any (${found.again}) returning 1
    ), anew as (
      insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, replay_id)
      select e.tenant_id, 'dlv_' || substr(md5(${endpointId} || e.seq::text || random()::text), 1, 26), ${endpointId}, e.seq, e.type, ${id}
      from events e where e.tenant_id = ${tenantId} and e.seq = any (${found.anew}::bigint[]) order by e.seq returning 1
    )
    update webhook_replays set status = 'running', started_at = coalesce(started_at, tenant_now()), failures = 0,
      -- The numbers leap where an installation was restored.
      next_seq = coalesce((select e.seq from events e where e.tenant_id = ${tenantId} and e.seq > ${lookedUntil} order by e.seq limit 1),
        ${replay.last_seq + 1}),
      queued = queued + (select count(*) from again)::int + (select count(*) from anew)::int, due_at = now(), lease_until = '-infinity'
    where tenant_id = ${tenantId} and id = ${id}`);
}

interface FoundDelivery {
  readonly id: string;
  readonly seq: number;
}

/** Failed deliveries. One that is locked is just being queued again or removed by somebody else. */
export async function findFailed(
  tx: Runner,
  { tenantId, endpointId }: ReplayJob,
  replay: LockedReplay,
  windowEnd: number,
): Promise<Found> {
  const rows = await tx.run(sql<FoundDelivery>`
    select d.id, d.event_seq as seq from deliveries d join events e on e.tenant_id = d.tenant_id and e.seq = d.event_seq
    where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} and d.event_seq between ${replay.next_seq} and ${windowEnd}
      and d.status = 'failed' and e.created_at >= ${replay.since} and e.created_at < ${replay.until} and ${ofTypes(replay)}
    order by d.event_seq limit ${QUEUED_AT_ONCE_MAX} for update of d skip locked`);
  return { again: onePerEvent(rows), anew: [], last: rows.at(-1)?.seq, isFull: rows.length === QUEUED_AT_ONCE_MAX };
}

/**
 * Every event that the endpoint wants. It has a delivery already, as a rule, which is queued again. One that is just being
 * sent is left alone, and its event gets a further delivery: nobody waits for a delivery that another holds.
 */
export async function findAll(
  tx: Runner,
  { tenantId, endpointId }: ReplayJob,
  replay: LockedReplay,
  windowEnd: number,
): Promise<Found> {
  const events = await tx.run(sql<{ seq: number }>`
    select e.seq from events e join webhook_endpoints w on w.tenant_id = e.tenant_id and w.id = ${endpointId}
    where e.tenant_id = ${tenantId} and e.seq between ${replay.next_seq} and ${windowEnd}
      and e.created_at >= ${replay.since} and e.created_at < ${replay.until} and ${ofTypes(replay)} and ${isWanted}
    order by e.seq limit ${QUEUED_AT_ONCE_MAX}`);
  const seqs = events.map(({ seq }) => seq);
  const rows = await tx.run(sql<FoundDelivery>`
    select d.id, d.event_seq as seq from deliveries d
    where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} and d.event_seq = any (${seqs}::bigint[])
      and d.due_at is distinct from 'infinity'
    order by d.event_seq, d.created_at for update of d skip locked`);
  const known = new Set(rows.map(({ seq }) => seq));
  return {
    again: onePerEvent(rows),
    anew: seqs.filter((seq) => !known.has(seq)),
    last: seqs.at(-1),
    isFull: seqs.length === QUEUED_AT_ONCE_MAX,
  };
}

function ofTypes({ event_types: types }: LockedReplay) {
  return types === null ? sql`true` : sql`e.type = any (${types})`;
}

/** The last delivery of each event. */
function onePerEvent(rows: readonly FoundDelivery[]): string[] {
  return [...new Map(rows.map(({ id, seq }) => [seq, id])).values()];
}

/**
 * Lets go of some of a cancelled replay's waiting deliveries. One that waited before the replay waits on. One that had
 * succeeded before is successful as before. The others fail. Those that are being sent end by themselves.
 */
export async function endWaiting(tx: Runner, { tenantId, id }: ReplayJob): Promise<number> {
  const ended = await tx.run(sql`
    update deliveries set replay_id = case when not is_due_without_replay then replay_id end, due_at = case when is_due_without_replay then due_at end,
      status = case when is_due_without_replay then 'pending' when response_status_code between 200 and 299 then 'success' else 'failed' end
    where tenant_id = ${tenantId} and id in (
      select id from deliveries where tenant_id = ${tenantId} and replay_id = ${id} and due_at < 'infinity'
      limit ${QUEUED_AT_ONCE_MAX} for update skip locked)
    returning 1`);
  return ended.length;
}

/** Ends a replay of which nothing waits any more, and keeps its counts. */
export async function complete(tx: Runner, { tenantId, id }: ReplayJob): Promise<void> {
  await tx.run(sql`
    update webhook_replays r set due_at = null, lease_until = '-infinity', delivered = n.delivered, failed = n.failed,
      total = case when r.status in ('pending', 'running') then r.queued else r.total end,
      status = case when r.status in ('pending', 'running') then 'completed' else r.status end,
      completed_at = coalesce(r.completed_at, tenant_now())
    from (
      select (count(*) filter (where status = 'success'))::int as delivered, (count(*) filter (where status = 'failed'))::int as failed
      from deliveries where tenant_id = ${tenantId} and replay_id = ${id}
    ) n
    where r.tenant_id = ${tenantId} and r.id = ${id}`);
}

/** Ends a replay whose endpoint was deleted. */
export async function cancelDeleted(tx: Runner, { tenantId, id }: ReplayJob): Promise<void> {
  await tx.run(sql`
    update webhook_replays set status = 'cancelled', completed_at = coalesce(completed_at, tenant_now())
    where tenant_id = ${tenantId} and id = ${id} and status in ('pending', 'running')`);
}

/**
 * Looks at a replay again later. Without `seconds`: when the first of its waiting deliveries is due; when that time has
 * passed, after a fourth of the time since, because the endpoint is slow or does not respond.
 */
export async function postpone(tx: Runner, { tenantId, id }: ReplayJob, seconds?: number): Promise<void> {
  await tx.run(sql`
    update webhook_replays r set lease_until = '-infinity', due_at = now() + interval '1 second' * coalesce(${seconds ?? null}::float8,
      least(30, greatest(0.2, case when n.seconds > 0 then n.seconds else n.seconds / -4 end)))
    from (
      select coalesce(extract(epoch from min(due_at) - now()), 0) as seconds from deliveries
      where tenant_id = ${tenantId} and replay_id = ${id} and due_at < 'infinity'
    ) n
    where r.tenant_id = ${tenantId} and r.id = ${id}`);
}
