import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import type { Runner } from '../../db/query.ts';
import { type InboxAccount, takeChanges } from '../inbox/index.ts';
import { newestMessage, noteReceipt } from './conversation.repository.ts';

/** The accounts as the senders of their own messages. */
export async function ownPeople(
  tx: Runner,
  tenantId: string,
  accountIds: readonly string[],
): Promise<Map<string, StoredPerson>> {
  const rows = await tx.run(sql<StoredPerson & { account_id: string }>`
    select id as account_id, platform_id as id, name, username from accounts where tenant_id = ${tenantId} and id = any (${accountIds})`);
  return new Map(rows.map(({ account_id, ...person }) => [account_id, person]));
}

/** A conversation as a message names it. */
export interface NamedConversation {
  readonly accountId: string;
  readonly platformId: string;
  readonly participant: StoredPerson;
  /** Other ids of the participant on the platform. */
  readonly otherIds: readonly string[];
}

/**
 * The ids of the conversations with these people, in this order: each under the platform's id or with the same participant;
 * undefined where there is none. Notes new names, pictures and ids. The caller holds the inboxes.
 */
export async function known(
  tx: Runner,
  tenantId: string,
  named: readonly NamedConversation[],
): Promise<(string | undefined)[]> {
  const rows = named.map(({ accountId, platformId, participant, otherIds }, place) => ({
    place,
    account_id: accountId,
    platform_id: platformId,
    participant_id: participant.id,
    name: participant.name ?? participant.username ?? '',
    picture: participant.avatar_url,
    other_ids: otherIds,
  }));
  const found = await tx.run(sql<{ place: number; id: string }>`
    with found as materialized (
      select r.*, c.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (place int, account_id text, platform_id text, participant_id text, name text, picture text, other_ids text[])
      cross join lateral (
        select id from (
          (select id, 0 as rank from conversations o
            where o.tenant_id = ${tenantId} and o.account_id = r.account_id and o.platform_id = r.platform_id limit 1)
          union all
          (select id, 1 from conversations o
            where o.tenant_id = ${tenantId} and o.account_id = r.account_id and o.participant_id = r.participant_id limit 1)
        ) either order by rank limit 1
      ) c
    ), noted as (
      update conversations c set participant_name = coalesce(nullif(f.name, ''), c.participant_name),
        participant_picture = coalesce(f.picture, c.participant_picture),
        participant_other_ids = array(select unnest(c.participant_other_ids) union select unnest(f.other_ids))
      from (select distinct on (id) * from found where name <> '' or picture is not null or other_ids <> '{}' order by id, place desc) f
      where c.tenant_id = ${tenantId} and c.id = any (array(select id from found)) and c.id = f.id
        and (c.participant_name <> coalesce(nullif(f.name, ''), c.participant_name)
          or c.participant_picture is distinct from coalesce(f.picture, c.participant_picture)
          or not c.participant_other_ids @> f.other_ids)
    )
    select place, id from found`);
  const ids = new Map(found.map(({ place, id }) => [place, id]));
  return named.map((_, place) => ids.get(place));
}

/** Makes a conversation that is not known, and notes the receipts that came before it. Returns its id. */
export async function insert(
  tx: Runner,
  inbox: InboxAccount,
  { platformId, participant, otherIds }: NamedConversation,
): Promise<string> {
  const { tenantId, accountId, platform } = inbox;
  const id = newId('conv');
  await tx.run(sql`
    insert into conversations (tenant_id, id, account_id, platform, platform_id, participant_id, participant_name, participant_picture, participant_other_ids)
    values (${tenantId}, ${id}, ${accountId}, ${platform}, ${platformId}, ${participant.id}, ${participant.name ?? participant.username ?? ''},
      ${participant.avatar_url ?? null}, ${otherIds})`);
  const key = { inbox, item: { platformId: participant.id } };
  const receipts = await takeChanges(tx, 'conversation', [key]);
  for (const { change, at } of receipts(key))
    await noteReceipt(tx, inbox, participant.id, change as 'delivered' | 'read', at);
  return id;
}

/** The changes that new messages make in their conversation. */
export interface Arrivals {
  readonly id: string;
  readonly latestAt: Date;
  /** The latest message that opens the window for answers. */
  readonly latestIncomingAt?: Date | undefined;
  readonly unread: number;
}

/**
 * Brings conversations up to new messages: unread count, window, and the newest message, which may have been edited or unsent.
 * An archived one becomes active again.
 */
export async function noteMessages(tx: Runner, tenantId: string, arrivals: readonly Arrivals[]): Promise<void> {
  if (arrivals.length === 0) return;
  const rows = arrivals.map(({ id, latestAt, latestIncomingAt, unread }) => ({
    id,
    latest: latestAt,
    latest_incoming: latestIncomingAt,
    unread,
  }));
  await tx.run(sql`
    update conversations c set last_message_at = greatest(c.last_message_at, n.latest),
      last_incoming_at = greatest(c.last_incoming_at, n.latest_incoming), unread_count = c.unread_count + n.unread,
      status = case when n.unread > 0 then 'active' else c.status end, updated_at = tenant_now(),
      last_message = case when n.is_shown then n.shown else c.last_message end
    from (
      select r.*, newest.shown, newest.is_shown
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, latest timestamptz, latest_incoming timestamptz, unread int)
      left join lateral (${newestMessage(tenantId, sql`r.id`)}) newest on true
    ) n
    where c.tenant_id = ${tenantId} and c.id = any (${arrivals.map(({ id }) => id)}) and c.id = n.id`);
}
