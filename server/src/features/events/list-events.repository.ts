import { type RawBuilder, sql } from 'kysely';
import { type EventCategory, type EventType, typesOf } from '../../core/event.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import { perValue } from '../../db/lists/per-value.ts';
import type { Runner } from '../../db/query.ts';
import type { EventRow } from './event.ts';

export interface EventFilter {
  readonly category?: EventCategory | undefined;
  readonly status?: string | undefined;
  readonly platform?: string | undefined;
  readonly accountId?: string | undefined;
  readonly resourceId?: string | undefined;
  /** The brands at that time; undefined: any, and none. */
  readonly brandIds?: readonly string[] | undefined;
  /** With a platform, only events of accounts that belong to these brands now; undefined: of any account. */
  readonly accountsOf?: readonly string[] | undefined;
  readonly type?: EventType | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Older events are hidden. */
  readonly retentionDays: number;
}

/** The start of a page: after a number, ascending, or before it, descending; undefined: at the newest. */
export type Start = { readonly after: number } | { readonly before: number | undefined };

/** One page of events and at least one row more, by their number. */
export async function list(
  db: Runner,
  tenantId: string,
  filter: EventFilter,
  start: Start,
  limit: number,
): Promise<EventRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`];
  const equal = {
    platform: filter.platform,
    account_id: filter.accountId,
    resource_id: filter.resourceId,
    type: filter.type,
  };
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`);
  }
  // As a constant it fits the index of failures also in a plan for any parameters.
  if (filter.status !== undefined) conditions.push(sql`status = ${sql.lit(filter.status)}`);
  const oldest = sql`(select tenant_now() - ${filter.retentionDays} * interval '1 day')`;
  conditions.push(...from(tenantId, oldest));
  if (filter.from !== undefined) conditions.push(...from(tenantId, sql`${filter.from}::timestamptz`));
  if (filter.to !== undefined) conditions.push(...to(tenantId, sql`${filter.to}::timestamptz`));
  if ('after' in start) conditions.push(sql`seq > ${start.after}`);
  else if (start.before !== undefined) conditions.push(sql`seq < ${start.before}`);
  const inOrder = sql`order by seq ${sql.raw('after' in start ? 'asc' : 'desc')} limit ${rowsFor(limit)}`;
  const page = (ofValues: RawBuilder<unknown>) => sql`
    select seq, id, type, category, status, platform, account_id, resource_id, brand_id, summary, data, error_category, error_message, request_id, created_at
    from events where ${sql.join([...conditions, ofValues], sql` and `)} ${inOrder}`;
  const rowsOf = (source: RawBuilder<unknown>) => db.run(sql<EventRow>`select * from ${source} events ${inOrder}`);
  const { accountId, resourceId, platform, brandIds } = filter;
  const types = filter.category === undefined ? undefined : typesOf(filter.category);
  // An event with a platform has an account, too.
  if (platform !== undefined && accountId === undefined && resourceId === undefined) {
    if (brandIds !== undefined) conditions.push(sql`brand_id = any (${brandIds})`);
    const ids = await accountIdsOf(db, tenantId, platform, filter.accountsOf);
    const ofType = (isOfType: RawBuilder<unknown>) =>
      perValue(ids, sql`account_id`, (isOfAccount) => page(sql`${isOfType} and ${isOfAccount}`), 'account');
    return rowsOf(perValue(types, sql`type`, ofType));
  }
  if (brandIds === undefined) return rowsOf(perValue(types, sql`type`, page));
  // As constants the types tell the planner whether the index of types or that of brands has fewer events.
  if (types !== undefined) conditions.push(sql`type in (${sql.join(types.map((type) => sql.lit(type)))})`);
  return rowsOf(perValue(brandIds, sql`brand_id`, page));
}

/** The accounts on a platform, of these brands; undefined: of any brand. */
async function accountIdsOf(
  db: Runner,
  tenantId: string,
  platform: string,
  brandIds: readonly string[] | undefined,
): Promise<string[]> {
  const ofBrands = brandIds === undefined ? sql`true` : sql`brand_id = any (${brandIds})`;
  const rows = await db.run(sql<{ id: string }>`
    select id from accounts where tenant_id = ${tenantId} and platform = ${platform} and ${ofBrands}`);
  return rows.map(({ id }) => id);
}

function from(tenantId: string, time: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [sql`created_at >= ${time}`, sql`seq > (select event_seq_at(${tenantId}, ${time}, false))`];
}

function to(tenantId: string, time: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [sql`created_at <= ${time}`, sql`seq < (select event_seq_at(${tenantId}, ${time}, true))`];
}
