import { type RawBuilder, sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import { BATCH, inPattern, NOBODY, names, onAccount, type Place } from './erased-items.repository.ts';
import type { ErasureJob, Person } from './erasure.repository.ts';

const NOTHING = JSON.stringify({
  platform_id: '',
  author: { id: '', name: '' },
  content: { text: '', media: [] },
  metadata: {},
});

/** The data of an event without the person: an item of the inbox, or the status of a message. */
const ERASED_DATA = sql`case
  when data ? 'author' then data - 'permalink' - 'platform_post_id' || ${NOTHING}::jsonb
    || case when data ? 'recipient' then jsonb_build_object('recipient', ${NOBODY}) else '{}' end
  when data ? 'recipient_id' then data || '{"recipient_id": "", "mids": []}'
    || case when data ? 'error' then jsonb_build_object('error', (data -> 'error') || '{"message": ""}') else '{}' end
  else data end`;

/** Erases events that are about items. */
export function eraseEventsOf(tx: Runner, { tenantId }: Place, itemIds: readonly string[]): Promise<void> {
  return eraseEvents(tx, tenantId, sql`resource_id = any (${itemIds})`);
}

/** Erases a page of the events that name the person, in their order. Returns their numbers. */
export async function eraseEventPage(tx: Runner, place: Place, after: string): Promise<string[]> {
  const { isOwn, person } = place;
  const rows = await tx.run(sql<{ seq: string }>`
    select seq from events where ${onAccount(place)} and seq > ${after} and category = 'inbox' and summary <> 'Erased'
      and (${isOwn} or ${names(sql`data`, person)} or ${names(sql`raw_payload`, person)}) order by seq limit ${BATCH}`);
  const page = rows.map(({ seq }) => seq);
  if (page.length > 0) await eraseEvents(tx, place.tenantId, sql`seq = any (${page}::bigint[])`);
  return page;
}

/** Erases events and the responses of endpoints to them, and cancels their pending deliveries. */
async function eraseEvents(tx: Runner, tenantId: string, condition: RawBuilder<unknown>): Promise<void> {
  await tx.run(sql`
    with erased as (
      update events set summary = 'Erased', raw_payload = null, data = ${ERASED_DATA},
        error_message = case when error_message is not null then 'Erased' end
      where tenant_id = ${tenantId} and category = 'inbox' and ${condition} returning seq
    ), carrying as (
      select d.id from deliveries d where d.tenant_id = ${tenantId} and d.event_seq in (select seq from erased)
      order by d.id for update
    ), cancelled as (
      update deliveries set status = 'failed', due_at = null
      where tenant_id = ${tenantId} and status = 'pending' and id in (select id from carrying)
    )
    update delivery_attempts set response_body = null, error_message = null
    where tenant_id = ${tenantId} and delivery_id in (select id from carrying)`);
}

/**
 * Empties raw callbacks that name the person, at most a batch. A worker that reads one now stores nothing of it. Returns how
 * many.
 */
export async function eraseCallbacks(tx: Runner, place: Place): Promise<number> {
  const { isOwn, person } = place;
  const isInKey = sql`key ~ ${`(^|[^0-9A-Za-z])${inPattern(person.id)}($|[^0-9A-Za-z])`}`;
  const rows = await tx.run(sql`
    update callbacks set payload = '{}', due_at = null, attempt = attempt + 1, error = case when error is not null then 'Erased' end,
      key = case when ${isInKey} then 'erased:' || id else key end
    where ${onAccount(place)} and id in (select id from callbacks where ${onAccount(place)} and (payload <> '{}' and (${isOwn} or ${names(sql`payload`, person)}) or ${isInKey}) limit ${BATCH}) returning 1`);
  return rows.length;
}

/**
 * Forgets stored responses that name the person. They belong to changes of rows that are gone, so that a repeated request
 * meets a 404; answers to people are rendered from their actions.
 */
export async function eraseResponses(db: Runner, { tenantId }: ErasureJob, person: Person): Promise<void> {
  await db.run(
    sql`delete from idempotency_keys where tenant_id = ${tenantId} and body is not null and ${names(sql`body`, person)}`,
  );
}
