import { sql } from 'kysely';
import type { EventType } from '../../core/event.ts';
import type { Runner } from '../../db/query.ts';
import type { EventRow } from './event.ts';

export interface EventFilter {
  readonly category?: string | undefined;
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

/** One page of events and one row more, by their number. */
export async function list(
  db: Runner,
  tenantId: string,
  filter: EventFilter,
  start: Start,
  limit: number,
): Promise<EventRow[]> {
  const conditions = [
    sql`tenant_id = ${tenantId}`,
    sql`created_at > tenant_now() - ${filter.retentionDays} * interval '1 day'`,
  ];
  const equal = {
    category: filter.category,
    status: filter.status,
    platform: filter.platform,
    account_id: filter.accountId,
    resource_id: filter.resourceId,
    brand_id: filter.brandId,
    type: filter.type,
  };
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`);
  }
  if (filter.from !== undefined) conditions.push(sql`created_at >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`created_at <= ${filter.to}`);
  if ('after' in start) conditions.push(sql`seq > ${start.after}`);
  else if (start.before !== undefined) conditions.push(sql`seq < ${start.before}`);
  return db.run(sql<EventRow>`
    select seq, id, type, category, status, platform, account_id, resource_id, brand_id, summary, data, error_category, error_message, request_id, created_at
    from events where ${sql.join(conditions, sql` and `)}
    order by seq ${sql.raw('after' in start ? 'asc' : 'desc')} limit ${limit + 1}`);
}
