import { type RawBuilder, sql } from 'kysely';
import type { TimePosition } from '../../db/lists/keyset.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import { perValue } from '../../db/lists/per-value.ts';
import type { Runner } from '../../db/query.ts';
import { accounts } from '../accounts/index.ts';
import type { InboxAccount } from '../inbox/index.ts';
import type { ConversationRow } from './conversation.ts';

const columns = sql`id, account_id, page_id, platform, platform_id, participant_id, participant_name, participant_picture, last_message,
  last_message_at, last_incoming_at, status, unread_count, created_at, updated_at`;

export interface ConversationFilter {
  readonly status: 'active' | 'archived';
  readonly accountId: string | undefined;
  /** undefined: all. */
  readonly brandIds: readonly string[] | undefined;
  readonly pageId: string | undefined;
  readonly platform: string | undefined;
}

/** One page of conversations and one row more, the latest message first. */
export async function list(
  db: Runner,
  tenantId: string,
  { status, accountId, brandIds, pageId, platform }: ConversationFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<ConversationRow[]> {
  const page = (ofAccount: RawBuilder<unknown>) => {
    // As a constant the status fits the indexes also in a plan for any parameters.
    const conditions = [sql`tenant_id = ${tenantId}`, sql`status = ${sql.lit(status)}`, ofAccount];
    if (pageId !== undefined) conditions.push(sql`page_id = ${pageId}`);
    if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
    if (after !== undefined) conditions.push(sql`(listed_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
    return sql`select ${columns}, listed_at from conversations where ${sql.join(conditions, sql` and `)}
      order by listed_at desc, id desc limit ${rowsFor(limit)}`;
  };
  // A page has an index of its own.
  const shown = { accountId, brandIds, platform: pageId === undefined ? platform : undefined };
  const source = perValue(await accounts.idsShown(db, tenantId, shown), sql`account_id`, page);
  return db.run(
    sql<ConversationRow>`select ${columns} from ${source} listed order by listed_at desc, id desc limit ${rowsFor(limit)}`,
  );
}

/** A conversation of these brands. */
export async function byId(
  db: Runner,
  tenantId: string,
  id: string,
  brandIds: readonly string[] | undefined,
): Promise<ConversationRow | undefined> {
  return db.first(sql<ConversationRow>`
    select ${columns} from conversations
    where tenant_id = ${tenantId} and id = ${id} and ${accounts.isOfBrands(tenantId, brandIds, sql`account_id`)}`);
}

export async function hasConversationWith(
  db: Runner,
  tenantId: string,
  accountId: string,
  participantId: string,
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from conversations where tenant_id = ${tenantId} and account_id = ${accountId} and participant_id = ${participantId} limit 1`);
  return found !== undefined;
}

export interface ConversationChange {
  readonly status?: 'active' | 'archived' | undefined;
  readonly isRead?: boolean | undefined;
}

/** Archives or reopens a conversation, or marks it as read or unread. */
export async function update(
  tx: Runner,
  tenantId: string,
  id: string,
  { status, isRead }: ConversationChange,
): Promise<ConversationRow | undefined> {
  const unread = isRead === undefined ? sql`unread_count` : isRead ? sql`0` : sql`greatest(unread_count, 1)`;
  return tx.first(sql<ConversationRow>`
    update conversations set status = coalesce(${status ?? null}, status), unread_count = ${unread}, updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id} returning ${columns}`);
}

/** The newest message of a conversation as its list shows it; referrals are not shown. */
export function newestMessage(tenantId: string, conversationId: RawBuilder<unknown>) {
  return sql`
      select coalesce(text, '[' || (attachments -> 0 ->> 'type') || ']') as shown, true as is_shown from messages
      where tenant_id = ${tenantId} and conversation_id = ${conversationId} and kind <> 'referral' order by created_at desc, platform_id desc limit 1`;
}

/** Shows the newest message, which may have been edited or unsent. */
export async function refreshLastMessage(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(sql`
    update conversations c set last_message = m.shown from (${newestMessage(tenantId, sql`${id}`)}) m
    where c.tenant_id = ${tenantId} and c.id = ${id}`);
}

/** Notes how far the other side has come. Returns the conversation; undefined when there is none. */
export async function noteReceipt(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
  participantId: string,
  status: 'delivered' | 'read',
  at: Date,
): Promise<string | undefined> {
  const column = sql.ref(`${status}_until`);
  const row = await tx.first(sql<{ id: string }>`
    update conversations set ${column} = greatest(${column}, ${at})
    where tenant_id = ${tenantId} and account_id = ${accountId} and participant_id = ${participantId} returning id`);
  return row?.id;
}

export interface Receipts {
  readonly participant_id: string;
  readonly delivered_until: Date | null;
  readonly read_until: Date | null;
}

export async function receiptsOf(tx: Runner, tenantId: string, id: string): Promise<Receipts | undefined> {
  return tx.first(sql<Receipts>`
    select participant_id, delivered_until, read_until from conversations where tenant_id = ${tenantId} and id = ${id}`);
}
