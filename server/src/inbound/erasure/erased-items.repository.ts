import { type RawBuilder, sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { ErasedAccount, Person } from './erasure.repository.ts';

/** Items of the inbox. A conversation goes after its messages: with them it names the person. */
export const ITEM_TABLES = ['messages', 'conversations', 'comments', 'mentions', 'reviews'] as const;
export type ItemTable = (typeof ITEM_TABLES)[number];

/** At most this many rows are erased in one transaction. */
export const BATCH = 500;

/** An account's inbox in which a person is erased. */
export interface Place extends ErasedAccount {
  readonly tenantId: string;
  readonly person: Person;
}

/** The condition of rows on the account. */
export const onAccount = ({ tenantId, accountId }: Place) => sql`tenant_id = ${tenantId} and account_id = ${accountId}`;

export interface FoundItem {
  readonly id: string;
  readonly platform_id: string | null;
  /** The action of our message. */
  readonly action_id: string | null;
}

export const NOBODY = sql`${JSON.stringify({ id: '', name: '' })}::jsonb`;

/** Items of the person that are not erased yet, or all on an account of their own. */
export function find(tx: Runner, place: Place, table: ItemTable): Promise<FoundItem[]> {
  const { isOwn, person } = place;
  const by = (column: RawBuilder<unknown>) => sql`(${isOwn} or ${column} = any (${person.ids}))`;
  const authored = sql`${by(sql`author ->> 'id'`)} and author <> ${NOBODY}`;
  const conditions: Record<ItemTable, RawBuilder<unknown>> = {
    messages: sql`(${by(sql`sender ->> 'id'`)} or conversation_id in (
      select id from conversations where ${onAccount(place)} and participant_id = any (${person.ids})))`,
    conversations: sql`${by(sql`participant_id`)} and not exists (
      select from messages m where m.tenant_id = r.tenant_id and m.conversation_id = r.id)`,
    comments: authored,
    mentions: authored,
    reviews: authored,
  };
  return tx.run(sql<FoundItem>`
    select id, platform_id, to_jsonb(r) ->> 'action_id' as action_id from ${sql.table(table)} r
    where ${onAccount(place)} and ${conditions[table]} limit ${BATCH} for update`);
}

/** Our comments that answer these items, came from these effects, or name the person. */
export async function ownComments(
  tx: Runner,
  place: Place,
  platformIds: readonly string[],
  patterns: readonly string[] = [],
): Promise<string[]> {
  const rows = await tx.run(sql<{ id: string }>`
    select id from comments where ${onAccount(place)} and is_owner and author <> ${NOBODY}
      and (platform_id = any (${platformIds}) or parent_platform_id = any (${platformIds}) or text ~* any (${patterns})) for update`);
  return rows.map(({ id }) => id);
}

/**
 * Erases items. Rows of public ones stay without content under the id of their platform, so that a late reading does not
 * bring them back.
 */
export async function erase(tx: Runner, place: Place, table: ItemTable, ids: readonly string[]): Promise<void> {
  const these = sql`tenant_id = ${place.tenantId} and id = any (${ids})`;
  const deleted = sql`author = ${NOBODY}, raw = null, deleted_at = coalesce(deleted_at, now())`;
  const statements: Record<ItemTable, RawBuilder<unknown>> = {
    messages: sql`delete from messages where ${these}`,
    conversations: sql`delete from conversations where ${these}`,
    comments: sql`update comments set text = '', permalink = null, ${deleted} where ${these}`,
    mentions: sql`update mentions set text = '', permalink = null, platform_post_id = null, ${deleted} where ${these}`,
    reviews: sql`update reviews set text = '', reply = null, ${deleted} where ${these}`,
  };
  await tx.run(statements[table]);
  // Answers that waited for a person, with what was decided about them.
  await tx.run(sql`delete from held where tenant_id = ${place.tenantId} and (item_id = any (${ids})
    or post_id is null and exists (select from unnest(${ids}::text[]) as i (id) where position(i.id in input::text) > 0))`);
  if (table === 'comments') await countAgain(tx, place, ids);
}

/** Corrects the counts of the posts of comments. */
async function countAgain(tx: Runner, { tenantId }: Place, commentIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update inbox_posts i set comment_count = n.count, last_comment_at = n.latest
    from (select p.id, count(c.id)::int as count, max(c.created_at) as latest from inbox_posts p
        left join comments c on c.tenant_id = p.tenant_id and c.inbox_post_id = p.id and c.deleted_at is null
      where p.tenant_id = ${tenantId}
        and p.id in (select inbox_post_id from comments where tenant_id = ${tenantId} and id = any (${commentIds}))
      group by p.id) n
    where i.tenant_id = ${tenantId} and i.id = n.id`);
}

/** Erases our replies to reviews, which an answer that was being sent has written since. */
export async function eraseReviewReplies(tx: Runner, place: Place, platformIds: readonly string[]): Promise<void> {
  await tx.run(sql`update reviews set reply = null where ${onAccount(place)} and platform_id = any (${platformIds})`);
}

/** Erases the person's reactions to messages, and changes that wait for their items. Returns how many. */
export async function eraseChanges(tx: Runner, place: Place): Promise<number> {
  const { isOwn, person } = place;
  const reacted = await tx.run(sql`update messages set reactions = reactions - ${person.ids}::text[]
    where ${onAccount(place)} and reactions ?| ${person.ids}::text[] returning 1`);
  const waiting = await tx.run(sql`delete from early_changes where ${onAccount(place)}
    and (${isOwn} or actor = any (${person.ids}) or platform_id = any (${person.ids}) or ${names(sql`data`, person)}) returning 1`);
  return reacted.length + waiting.length;
}

/** Whether JSON holds one of the person's ids as a text. */
export function names(json: RawBuilder<unknown>, { ids }: Person): RawBuilder<unknown> {
  return sql`exists (select from unnest(${ids}::text[]) as i (id) where position(to_json(i.id)::text in (${json})::text) > 0)`;
}

/** A text as it is written in a regular expression. */
export function inPattern(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]/gu, '\\$&');
}
