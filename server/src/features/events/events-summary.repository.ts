import { type RawBuilder, sql } from 'kysely';
import { EVENT_TYPES, type EventType } from '../../core/event.ts';
import { perValue } from '../../db/lists/per-value.ts';
import type { Runner } from '../../db/query.ts';

export interface Period {
  readonly from: Date;
  readonly to: Date;
  /** Older events are hidden. */
  readonly retentionDays: number;
  /** The brands at that time; undefined: any, and none. */
  readonly brandIds?: readonly string[] | undefined;
}

/** Events of one brand, where they are counted by brand, that have these facts in common: how many in the period, and how many in the one of the same length before it. */
export interface EventCount {
  readonly type: EventType;
  readonly status: 'ok' | 'failed';
  readonly error_category: string | null;
  readonly amount: number;
  readonly before: number;
}

export async function count(
  db: Runner,
  tenantId: string,
  { from, to, retentionDays, brandIds }: Period,
): Promise<EventCount[]> {
  // A long period begins its predecessor before all years that the database can write.
  const previous = new Date(Math.max(0, 2 * from.getTime() - to.getTime()));
  const counted = (isOf: RawBuilder<unknown>) => sql`
    select type, status, error_category, count(*) filter (where created_at >= ${from})::int as amount,
      count(*) filter (where created_at < ${from})::int as before
    from events
    where tenant_id = ${tenantId} and ${isOf} and created_at between ${previous} and ${to}
      and seq > (select event_seq_at(${tenantId}, ${previous}, false)) and seq < (select event_seq_at(${tenantId}, ${to}, true))
      and created_at > tenant_now() - ${retentionDays} * interval '1 day'
    group by type, status, error_category`;
  const parts =
    brandIds === undefined
      ? perValue(Object.keys(EVENT_TYPES), sql`type`, counted)
      : perValue(brandIds, sql`brand_id`, counted);
  return db.run(sql<EventCount>`select * from ${parts} counts`);
}
