import { type RawBuilder, sql } from 'kysely';
import { isHeld } from './held.ts';
import type { Runner } from './query.ts';

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
  /** It is done also while the tenant is held, because nobody outside sees it. */
  readonly alsoWhileHeld?: true;
}

/**
 * Leases up to `limit` due rows, the longest waiting first, and returns `columns` of each. `columns` reads the leased row
 * as `r` and the tables of `joins`. Rows that another worker claims right now are left out, and so are those of held tenants.
 * The rows are updated at their places: no index is chosen for that, so the plan is good before the table was analyzed.
 */
export function claimDue<Row>(
  system: Runner,
  { table, dueAt, leaseUntil = dueAt, attempt, where = 'true', alsoWhileHeld }: DueTable,
  limit: number,
  leaseSeconds: number,
  columns: RawBuilder<unknown>,
  joins: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const name = sql.table(table);
  const due = sql.ref(dueAt);
  const lease = sql.ref(leaseUntil);
  const counted = attempt === undefined ? sql`` : sql`, ${sql.ref(attempt)} = t.${sql.ref(attempt)} + 1`;
  const isFree = alsoWhileHeld === true ? sql`true` : sql`not ${isHeld(table)}`;
  return system.run(sql<Row>`
    with due as (
      select ctid as place from ${name} where ${due} <= now() and ${lease} <= now() and ${sql.raw(where)} and ${isFree}
      order by ${due} limit ${limit} for update skip locked
    ), leased as (
      update ${name} t set ${lease} = now() + ${leaseSeconds} * interval '1 second'${counted}
      from due where t.ctid = due.place
      returning t.*
    )
    select ${columns} from leased r ${joins} order by r.${due}`);
}
