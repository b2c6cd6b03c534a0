import { categoryOf, type NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import { originNow } from '../../core/observing/work.ts';
import { callOf, type Runner } from '../../db/query.ts';

const recordEvents = callOf('record_events');

/**
 * Writes events to the tenant's log and queues their deliveries, in the transaction that caused them. Takes the next
 * numbers of the sequence, which locks the tenant's row: call it last.
 */
export async function record(tx: Runner, tenantId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.run(recordEvents({ tenant: tenantId, new_events: eventRecords(events) }));
}

/** Events as `record_events` takes them. */
export function eventRecords(events: readonly NewEvent[]): string {
  return JSON.stringify(events.map(toRecord));
}

function toRecord(event: NewEvent, index: number) {
  const { requestId, traceparent } = event.origin ?? originNow();
  return {
    ordinal: index + 1,
    id: newId('evt'),
    type: event.type,
    category: categoryOf(event.type),
    status: event.status ?? 'ok',
    platform: event.platform,
    account_id: event.accountId,
    resource_id: event.resourceId,
    about: event.accountIds ?? (event.accountId === undefined ? [] : [event.accountId]),
    summary: event.summary,
    data: event.data,
    raw_payload: event.rawPayload,
    error_category: event.errorCategory,
    error_message: event.errorMessage,
    request_id: requestId,
    traceparent,
  };
}
