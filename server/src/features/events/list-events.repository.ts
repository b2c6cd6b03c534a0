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
  readonly brandId?: string | undefined;
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
    brand_id: filter.brandId,
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
  const page = (ofType: RawBuilder<unknown>) => sql`
    select seq, id, type, category, status, platform, account_id, resource_id, brand_id, summary, data, error_category, error_message, request_id, created_at
    from events where ${sql.join([...conditions, ofType], sql` and `)} ${inOrder}`;
  const types = filter.category === undefined ? undefined : typesOf(filter.category);
  return db.run(sql<EventRow>`select * from ${perValue(types, sql`type`, page)} events ${inOrder}`);
}

/**
 * A transaction that began earlier may get a later number. No transaction takes this long, so events that are further apart
 * have their numbers in the order of their times. So times become numbers, which every index of events ends with.
 */
const DISORDER = sql`interval '10 minutes'`;

function from(tenantId: string, time: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`created_at >= ${time}`,
    sql`seq > (select coalesce((select e.seq from events e where e.tenant_id = ${tenantId} and e.created_at < ${time} - ${DISORDER}
      order by e.created_at desc limit 1), 0))`,
  ];
}

function to(tenantId: string, time: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`created_at <= ${time}`,
    sql`seq < (select coalesce((select e.seq from events e where e.tenant_id = ${tenantId} and e.created_at > ${time} + ${DISORDER}
      order by e.created_at limit 1), 9223372036854775807))`,
  ];
}
