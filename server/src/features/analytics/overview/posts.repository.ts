import { type RawBuilder, sql } from 'kysely';
import type { TimePosition } from '../../../db/lists/keyset.ts';
import { rowsFor } from '../../../db/lists/page-rows.ts';
import { perValue } from '../../../db/lists/per-value.ts';
import type { Runner } from '../../../db/query.ts';
import { accounts } from '../../accounts/index.ts';
import { ENGAGEMENTS, type Numbers, RATE_BASES, type SORT_NAMES } from './metric.ts';
import { type AccountFilter, endOf, type Period, startOf } from './period.repository.ts';

export interface CountedPost {
  readonly account_id: string;
  readonly platform: string;
  readonly platform_id: string;
  readonly post_id: string | null;
  readonly published_at: Date;
  readonly read_at: Date;
  readonly metrics: Numbers;
  /** The number that the list is sorted by; -1 for a post without it. */
  readonly value: number;
}

type Sort = (typeof SORT_NAMES)[number];

const number = (name: string) => sql`(p.metrics->>${sql.lit(name)})::float8`;
const known = sql.join(ENGAGEMENTS.map(number));
const engagement = sql`case when coalesce(${known}) is not null
  then ${sql.join(
    ENGAGEMENTS.map((name) => sql`coalesce(${number(name)}, 0)`),
    sql` + `,
  )} end`;
const base = sql`coalesce(${sql.join(RATE_BASES.map((name) => sql`nullif(${number(name)}, 0)`))})`;

function sortValue(sort: Sort): RawBuilder<number> {
  if (sort === 'engagement') return sql`coalesce(${engagement}, -1)`;
  if (sort === 'engagement_rate') return sql`coalesce(${engagement} / ${base}, -1)`;
  return sql`coalesce(${number(sort)}, -1)`;
}

/** Posts that `sort` compares: the newest of the period. */
export const RANKED_MAX = 5000;

/**
 * Posts that were published in a period with their newest numbers: newest first, or those with the highest number. Reads
 * at least one row more. `after`: the time or number, and account and platform id with a space between.
 */
export async function list(
  db: Runner,
  tenantId: string,
  period: Period & AccountFilter,
  sort: Sort | undefined,
  after: TimePosition | undefined,
  limit: number,
): Promise<CountedPost[]> {
  const [account = '', platformId = ''] = splitOnce(after?.[1] ?? '');
  const place = sql`(p.account_id, p.platform_id) > (${account}, ${platformId})`;
  const conditions = [
    sql`p.tenant_id = ${tenantId}`,
    sql`p.read_at is not null`,
    sql`p.published_at >= ${startOf(period)} and p.published_at < ${endOf(period)}`,
  ];
  let isBehind = sql`true`;
  if (after !== undefined && sort === undefined)
    conditions.push(
      sql`p.published_at <= ${after[0]}::timestamptz and (p.published_at < ${after[0]}::timestamptz or ${place})`,
    );
  else if (after !== undefined)
    isBehind = sql`(p.value < ${after[0]}::float8 or p.value = ${after[0]}::float8 and ${place})`;
  const value = sort === undefined ? sql<number>`-1` : sortValue(sort);
  const rows = sort === undefined ? rowsFor(limit) : sql.lit(RANKED_MAX);
  const newest = sql`order by p.published_at desc, p.account_id, p.platform_id limit ${rows}`;
  const accountIds = await accounts.idsShown(db, tenantId, period);
  const source = perValue(
    accountIds,
    sql`p.account_id`,
    (ofAccount) => sql`select p.*, ${value}::float8 as value from post_metrics p
      where ${sql.join([...conditions, ofAccount], sql` and `)} ${newest}`,
  );
  return db.run(sql<CountedPost>`
    select p.account_id, a.platform, p.platform_id, p.post_id, p.published_at, p.read_at, p.metrics, p.value
    from (select * from ${source} p ${newest}) p join accounts a on a.tenant_id = ${tenantId} and a.id = p.account_id
    where ${isBehind} order by ${sort === undefined ? sql`p.published_at desc` : sql`p.value desc`}, p.account_id, p.platform_id limit ${rowsFor(limit)}`);
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

export interface HourRow {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly posts: number;
  readonly engagement_rate: number | null;
}

/** How posts of an account did by the hour of the week in which they were published; the mean of their rates. */
export async function byHourOfWeek(
  db: Runner,
  tenantId: string,
  accountId: string,
  period: Period,
): Promise<HourRow[]> {
  return db.run(sql<HourRow>`
    with posts as (
      select p.published_at at time zone ${period.zone} as at, ${engagement} / ${base} as rate from post_metrics p
      where p.tenant_id = ${tenantId} and p.account_id = ${accountId} and p.read_at is not null
        and p.published_at >= ${startOf(period)} and p.published_at < ${endOf(period)}
    )
    select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, count(*)::int as posts,
      round(avg(rate)::numeric, 6)::float8 as engagement_rate
    from posts group by 1, 2 order by 1, 2`);
}
