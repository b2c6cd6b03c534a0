import { sql } from 'kysely';
import { tellWaiting } from '../../core/observing/waiting.ts';
import type { Transaction } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import { BATCH, onAccount, type Place } from './erased-items.repository.ts';
import type { ErasureJob } from './erasure.repository.ts';

/** The kinds of actions that speak to a person. */
const KINDS = ['reply', 'private_reply', 'message', 'template', 'mention_reply', 'review_reply'];

/** Locks the account, so that no intent of it is committed meanwhile. Lock order: accounts, then inboxes. */
export async function lockAccount(tx: Runner, place: Place): Promise<void> {
  await tx.run(sql`select 1 from accounts where tenant_id = ${place.tenantId} and id = ${place.accountId} for update`);
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** The answers to items, by the platform's ids. */
export async function toItems(tx: Runner, place: Place, platformIds: readonly string[]): Promise<string[]> {
  return idsOf(
    await tx.run(sql<{ id: string }>`
      select id from actions where ${onAccount(place)} and kind = any (${KINDS})
        and coalesce(input ->> 'parentId', input ->> 'commentId', input ->> 'mentionId', input ->> 'reviewId') = any (${platformIds})`),
  );
}

/** A page of the answers that go to the person or name the person, in the order of their ids. */
export async function toPerson(
  tx: Runner,
  place: Place,
  patterns: readonly string[],
  after: string,
): Promise<string[]> {
  const { isOwn, person } = place;
  return idsOf(
    await tx.run(sql<{ id: string }>`
      select id from actions where ${onAccount(place)} and id > ${after} and kind = any (${KINDS})
        and (${isOwn} or input ->> 'participantId' = any (${person.ids}) or input ->> 'to' = any (${person.ids})
          or metadata ->> 'wa_id' = any (${person.ids}) or input ->> 'text' ~* any (${patterns}))
      order by id limit ${BATCH}`),
  );
}

/** An answer that was erased: the platform's ids of its item, and of the review that it answered. */
export interface ErasedAnswer {
  readonly id: string;
  readonly platform_id: string | null;
  readonly review_id: string | null;
}

const NOT_SENT = JSON.stringify({
  code: 'not_found',
  message: 'The person whom this answers had everything erased before it was sent.',
  category: 'system',
  caused_by: 'user',
  retryable: false,
  remedy: 'Nothing is left to do.',
});

/**
 * Erases answers of an account that is locked. One without an intent is not sent; a worker that prepares it loses the lease.
 * One with an intent waits for its outcome: the job remembers it. Kind, times, charge and the platform's id stay; words and
 * the person do not. Returns the erased ones.
 */
export async function erase(
  tx: Transaction,
  job: ErasureJob,
  place: Place,
  ids: readonly string[],
): Promise<ErasedAnswer[]> {
  if (ids.length === 0) return [];
  const these = sql`tenant_id = ${place.tenantId} and id = any (${ids})`;
  const isSending = sql`coalesce(state, 'claimed') in ('sending', 'reconciling')`;
  const stopped = await tx.run(sql<{ id: string }>`
    update actions set status = 'failed', state = null, due_at = null, claim_count = 0, prepared = null, error = ${NOT_SENT}::jsonb,
      journal_ended_at = tenant_now(), updated_at = now()
    where ${these} and status in ('pending', 'publishing') and not ${isSending} returning id`);
  if (stopped.length > 0) await freeAccount(tx, place);
  tellWaiting(tx, 'withdrawn', place.tenantId, stopped);
  await tx.run(sql`
    update erasures set open_answers = array(
      select o from unnest(open_answers) o where o <> all (${ids}::text[]) union select id from actions where ${these} and ${isSending})
    where tenant_id = ${place.tenantId} and id = ${job.id}`);
  const settled = await tx.run(sql<ErasedAnswer>`
    select id, platform_id, input ->> 'reviewId' as review_id from actions where ${these} and not ${isSending}`);
  await blank(tx, place.tenantId, idsOf(settled));
  return settled;
}

/** Takes words and persons out of actions and of all that was noted about them. */
async function blank(tx: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  const about = sql`tenant_id = ${tenantId} and action_id = any (${ids})`;
  await tx.run(sql`update restore_findings set evidence = null, candidates = '[]', reason = null where ${about}`);
  await tx.run(sql`
    update actions set metadata = '{}', fingerprint = null, updated_at = now(),
      input = (select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then '""' when 'array' then '[]' else value end), '{}')
        from jsonb_each(input) where jsonb_typeof(value) <> 'object'),
      journal = regexp_replace(journal, '^(\\d+ \\d+ \\S+) .*$', '\\1 {}', 'gn'),
      error = case when error ->> 'code' <> 'not_found' then error || '{"message": "Erased."}' else error end
    where tenant_id = ${tenantId} and id = any (${ids})`);
}

/** Ends the lease of a worker that has not committed an intent, and moves the head of the queue. */
async function freeAccount(tx: Runner, { tenantId, accountId }: Place): Promise<void> {
  await tx.run(sql`
    update accounts a set next_due_at = earliest_due(a.tenant_id, a.id),
      lease_until = case when exists (select from actions x where x.tenant_id = a.tenant_id and x.account_id = a.id
        and x.due_at is not null and x.state in ('sending', 'reconciling')) then a.lease_until else '-infinity' end
    where a.tenant_id = ${tenantId} and a.id = ${accountId}`);
}

/** The answers of the account that were being sent when they were met first. */
export async function open(tx: Runner, job: ErasureJob, place: Place): Promise<string[]> {
  return idsOf(
    await tx.run(sql<{ id: string }>`
      select id from actions where ${onAccount(place)} and id in (
        select unnest(open_answers) from erasures where tenant_id = ${job.tenantId} and id = ${job.id})`),
  );
}
