import { type RawBuilder, sql } from 'kysely';
import type { Claim } from '../core/worker.ts';
import type { Runner } from './query.ts';
import { isSuspended } from './suspended.ts';

/** A table whose due rows are leased. The names are constants of the code, never input. */
export interface DueTable {
  readonly table: string;
  /** The column with the time from which a row is due. */
  readonly dueAt: string;
  /** The column with the end of the lease. Absent: a leased row has its due time moved to the end of the lease. */
  readonly leaseUntil?: string;
  /** The column that counts the claims: the fence of the settlement. */
  readonly attempt?: string;
  /** A further condition on the row. */
  readonly where?: string;
  /** It is done also while the tenant is suspended, because nobody outside sees it. */
  readonly alsoWhileSuspended?: true;
}

/** A claim by turns of tenants: the owners of its running jobs are tenants. */
export interface TenantClaim extends Claim {
  /**
   * For tables with an index on the tenant and the due time, because a tenant may have any number of due rows: of many tenants
   * with due rows, some that follow this one are looked at.
   */
  readonly after?: string;
}

const CANDIDATES_MAX = 2000;
const TENANTS_MAX = 100;

/**
 * Leases due rows and returns `columns` of each. `columns` reads the leased row as `r` and the tables of `joins`. Tenants take
 * turns: those that run less come first, and each starts a job only while it runs fewer than could start beside it. So a
 * tenant has at most half of the jobs, and there is room for the next tenant. Within a tenant, the longest waiting row is first.
 * Rows that another worker claims right now are left out, and so are those of suspended tenants.
 * The rows are locked and updated at their places: no index is chosen for that, so the plan is good before the table was
 * analyzed.
 */
export function claimDue<Row>(
  system: Runner,
  { table, dueAt, leaseUntil = dueAt, attempt, where = 'true', alsoWhileSuspended }: DueTable,
  { limit, leaseSeconds, running, after }: TenantClaim,
  columns: RawBuilder<unknown>,
  joins: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const name = sql.table(table);
  const due = sql.ref(dueAt);
  const lease = sql.ref(leaseUntil);
  const counted = attempt === undefined ? sql`` : sql`, ${sql.ref(attempt)} = t.${sql.ref(attempt)} + 1`;
  const isFree = alsoWhileSuspended === true ? sql`true` : sql`not ${isSuspended(table)}`;
  const isDue = sql`${due} <= now() and ${lease} <= now() and ${sql.raw(where)} and ${isFree}`;
  const firstOf = (tenants: RawBuilder<unknown>, max: RawBuilder<unknown>) => sql`(
      select ctid as place, tenant_id, ${due} as due_at from ${name} where ${isDue} and ${tenants} order by ${due} limit ${max})`;
  const firstTenant = (among: RawBuilder<unknown>) =>
    sql`(select tenant_id from ${name} where ${isDue} and ${among} order by tenant_id, ${due} limit 1)`;
  const served = [...running.keys()];
  const hasRoom = served.filter((tenantId) => (running.get(tenantId) ?? 0) < limit);
  const candidates = sql`${CANDIDATES_MAX}`;
  // Some tenants' rows must not hide those of others.
  const waiting =
    after !== undefined
      ? sql`ring as (
      select ${after}::text collate "C" as tenant_id union
      select coalesce(${firstTenant(sql`tenant_id > t.tenant_id`)}, ${firstTenant(sql`true`)}) from ring t
    ), next_tenants as (select tenant_id from ring limit ${TENANTS_MAX}), waiting as (
      select rows.* from next_tenants t cross join lateral
      ${firstOf(sql`tenant_id = t.tenant_id`, sql`(select 1 + ${limit} / count(*) from next_tenants)`)} rows
    )`
      : sql`waiting as (
      ${firstOf(sql`tenant_id <> all (${served}::text[])`, candidates)}
      ${hasRoom.length === 0 ? sql`` : sql`union all ${firstOf(sql`(tenant_id = any (${hasRoom}::text[])) is true`, candidates)}`}
    )`;
  return system.run(sql<Row>`
    with recursive ${waiting}, counted as (
      select place, due_at, row_number() over (partition by w.tenant_id order by due_at) + coalesce(r.jobs, 0) as jobs
      from waiting w left join unnest(${served}::text[], ${[...running.values()]}::int[]) as r (tenant_id, jobs) on r.tenant_id = w.tenant_id
    ), turn as (
      select place, jobs, row_number() over (order by jobs, due_at) as started from counted
    ), due as (
      select ctid as place from ${name} where ctid = any (array(select place from turn where jobs + started <= ${limit} + 1))
        and (${due} <= now() and ${lease} <= now()) is true for update skip locked
    ), leased as (
      update ${name} t set ${lease} = now() + ${leaseSeconds} * interval '1 second'${counted}
      from due where t.ctid = due.place
      returning t.*
    )
    select ${columns} from leased r ${joins} order by r.${due}`);
}
