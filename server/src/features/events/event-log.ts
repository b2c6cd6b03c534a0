import { sql } from 'kysely';
import { categoryOf, type NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';

/**
 * Writes events to the tenant's log and queues their deliveries, in the transaction that caused them. Takes the next
 * numbers of the sequence, which locks the tenant's row: call it last.
 */
export async function record(tx: Runner, tenantId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.run(sql`
    with numbered as (
      update tenants set seq = seq + ${events.length} where tenant_id = ${tenantId} returning seq - ${events.length} as before
    ), written as (
      insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, summary, data, raw_payload, error_category, error_message)
      select ${tenantId}, numbered.before + e.ordinal, e.id, e.type, e.category, e.status, e.platform, e.account_id, e.resource_id, e.summary, e.data, e.raw_payload, e.error_category, e.error_message
      from numbered, ${rowsOf(events)}
      returning seq, type
    )
    select queue_deliveries(${tenantId}, array_agg(seq), array_agg(type)) from written`);
}

/** Events as a derived table. */
function rowsOf(events: readonly NewEvent[]) {
  const rows = events.map((event, index) => ({
    ordinal: index + 1,
    id: newId('evt'),
    type: event.type,
    category: categoryOf(event.type),
    status: event.status ?? 'ok',
    platform: event.platform ?? null,
    account_id: event.accountId ?? null,
    resource_id: event.resourceId ?? null,
    summary: event.summary,
    data: event.data,
    raw_payload: event.rawPayload ?? null,
    error_category: event.errorCategory ?? null,
    error_message: event.errorMessage ?? null,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (ordinal int, id text, type text, category text, status text, platform text, account_id text, resource_id text, summary text, data jsonb, raw_payload jsonb, error_category text, error_message text)`;
}
