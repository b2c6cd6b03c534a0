import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';

/** Actions that are due longer than that when their tenant is released are overdue. */
const OVERDUE_MINUTES = 60;

/** When the action `x` was to be sent; in doubt at the time of the backup, when it was begun. */
const DUE = sql`case when x.due_at = '-infinity' or x.due_at <= now() and x.state in ('sending', 'reconciling') then coalesce(x.intent_at, x.started_at, x.created_at) else x.due_at end`;
/** Whether it would have gone out long ago. What came in while the tenant was suspended is meant to wait. */
const IS_OVERDUE = sql`${DUE} < now() - ${sql.lit(OVERDUE_MINUTES)} * interval '1 minute' and x.created_at <= h.held_at`;
/** Whether it may have been sent, as far as is known. */
const IS_OPEN = sql`(f.finding = 'in_doubt' or f.due_at is not null)`;

const waiting = (tenantIds: readonly string[]) => sql`
  from holds h join actions x on x.tenant_id = h.tenant_id and x.due_at is not null and x.status in ('pending', 'publishing')
  left join restore_findings f on f.tenant_id = x.tenant_id and f.action_id = x.id
  where h.tenant_id = any (${tenantIds}::text[])`;

/** What a release comes to. */
export interface ResumeCounts {
  /** Actions that are still to be looked up, and not only those that wait. */
  readonly unchecked: number;
  readonly in_doubt: number;
  readonly overdue: number;
  /** Actions that go out at once. */
  readonly due_now: number;
  readonly due_later: number;
  readonly deliveries: number;
  readonly exports: number;
}

export async function count(system: Runner, tenantIds: readonly string[]): Promise<ResumeCounts> {
  return (await system.first(sql<ResumeCounts>`
    select
      (select count(*)::int from restore_findings where tenant_id = any (${tenantIds}::text[]) and due_at is not null) as unchecked,
      (count(*) filter (where is_open))::int as in_doubt,
      (count(*) filter (where is_overdue and not is_open))::int as overdue,
      (count(*) filter (where due <= now() and not is_overdue and not is_open))::int as due_now,
      (count(*) filter (where due > now() and not is_open))::int as due_later,
      (select count(*)::int from deliveries where tenant_id = any (${tenantIds}::text[]) and due_at is not null) as deliveries,
      (select count(*)::int from exports where tenant_id = any (${tenantIds}::text[]) and status in ('pending', 'processing')) as exports
    from (select ${DUE} as due, ${IS_OVERDUE} as is_overdue, coalesce(${IS_OPEN}, false) as is_open ${waiting(tenantIds)}) w`)) as ResumeCounts;
}

/** Whether `x` is one of these actions, or of one of these posts. */
const named = (ids: readonly string[]) =>
  sql`(x.id = any (${ids}::text[]) or coalesce(x.post_id = any (${ids}::text[]), false))`;

/** Those of the ids that name nothing that waits. */
export async function unknownIds(
  system: Runner,
  tenantIds: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const rows = await system.run(sql<{ id: string }>`
    select named.id from unnest(${ids}::text[]) named (id) where not exists (select 1 ${waiting(tenantIds)} and named.id in (x.id, x.post_id))`);
  return rows.map(({ id }) => id);
}

/** An action that is not set free, and why. */
export interface Kept {
  readonly tenantId: string;
  readonly actionId: string;
  readonly isOpen: boolean;
  readonly finding: string | null;
  readonly reason: string | null;
  readonly hoursLate: number;
}

/** The next actions that are settled instead of set free. */
export async function nextKept(
  system: Runner,
  tenantIds: readonly string[],
  options: {
    readonly freesInDoubt: boolean;
    readonly publishesOverdue: boolean;
    readonly only: readonly string[] | undefined;
  },
  limit: number,
): Promise<Kept[]> {
  const isNamed = options.only === undefined ? sql`true` : named(options.only);
  const staysInDoubt = sql`coalesce(${IS_OPEN}, false) and not (${options.freesInDoubt}::boolean and ${isNamed})`;
  const staysOverdue = sql`${IS_OVERDUE} and not (${options.publishesOverdue}::boolean and ${isNamed})`;
  return system.run(sql<Kept>`
    select x.tenant_id as "tenantId", x.id as "actionId", ${staysInDoubt} as "isOpen", f.finding, f.reason,
      (extract(epoch from now() - ${DUE}) / 3600)::float8 as "hoursLate"
    ${waiting(tenantIds)} and (${staysInDoubt} or ${staysOverdue})
    order by x.tenant_id, x.account_id, x.id limit ${limit}`);
}

/** Ends the deliveries that wait. They can be replayed. Locks them in the order of their ids, as everybody does. */
export async function dropDeliveries(system: Runner, tenantIds: readonly string[]): Promise<void> {
  await system.run(sql`
    with waiting as materialized (
      select id from deliveries where tenant_id = any (${tenantIds}::text[]) and due_at is not null order by id for update
    )
    update deliveries d set status = 'failed', due_at = null, lease_until = '-infinity'
    from waiting w where d.tenant_id = any (${tenantIds}::text[]) and d.id = w.id`);
}
