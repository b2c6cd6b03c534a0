import { sql } from 'kysely';
import type { TimePosition } from '../../../db/lists/keyset.ts';
import { rowsFor } from '../../../db/lists/page-rows.ts';
import type { Runner } from '../../../db/query.ts';
import type { InboxAccount } from '../../inbox/index.ts';
import type { MessageRow, MessageStatus, StoredReactions } from './message.ts';

const columns = sql`id, conversation_id, account_id, platform, platform_id, direction, text, sender, attachments, metadata, reactions,
  status, status_updated_at, error, edited_at, deleted_at, created_at, created_by, changed_by`;

type Account = Pick<InboxAccount, 'tenantId' | 'accountId'>;

/** One page of the messages of a conversation and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  conversationId: string,
  after: TimePosition | undefined,
  limit: number,
): Promise<MessageRow[]> {
  const beyond = after === undefined ? sql`` : sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]})`;
  return db.run(sql<MessageRow>`
    select ${columns} from messages where tenant_id = ${tenantId} and conversation_id = ${conversationId} ${beyond}
    order by created_at desc, id desc limit ${rowsFor(limit)}`);
}

/** A message of a conversation by our id or the platform's. */
export async function find(
  db: Runner,
  tenantId: string,
  { id: conversationId, account_id: accountId }: { readonly id: string; readonly account_id: string },
  id: string,
): Promise<MessageRow | undefined> {
  return db.first(sql<MessageRow>`
    select ${columns} from messages where tenant_id = ${tenantId} and conversation_id = ${conversationId} and account_id = ${accountId}
      and (id = ${id} or platform_id = ${id}) limit 1`);
}

/** When we stored the newest message of the person. Its own time comes from the platform's clock. */
export async function newestStoredAt(
  db: Runner,
  tenantId: string,
  { id, last_incoming_at: at }: { readonly id: string; readonly last_incoming_at: Date | null },
): Promise<Date | undefined> {
  if (at === null) return undefined;
  const row = await db.first(sql<{ at: Date | null }>`
    select max(received_at) as at from messages
    where tenant_id = ${tenantId} and conversation_id = ${id} and created_at = ${at} and direction = 'incoming'`);
  return row?.at ?? undefined;
}

/** A message as changes see it. */
export interface ChangedMessage {
  readonly id: string;
  readonly conversation_id: string;
  readonly platform_id: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly participant_id: string;
  readonly created_at: Date;
}

/** The message with this platform id. */
export async function byPlatformId(
  tx: Runner,
  { tenantId, accountId }: Account,
  platformId: string,
): Promise<ChangedMessage | undefined> {
  return tx.first(sql<ChangedMessage>`
    select m.id, m.conversation_id, m.platform_id, m.direction, c.participant_id, m.created_at
    from messages m join conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
    where m.tenant_id = ${tenantId} and m.account_id = ${accountId} and m.platform_id = ${platformId}`);
}

/** Changes the text, unless a newer change is there. */
export async function edit(tx: Runner, tenantId: string, id: string, text: string, at: Date): Promise<void> {
  await tx.run(sql`update messages set text = ${text}, edited_at = ${at}
    where tenant_id = ${tenantId} and id = ${id} and deleted_at is null and coalesce(edited_at, created_at) <= ${at}`);
}

/** Blanks an unsent message. */
export async function blank(tx: Runner, tenantId: string, id: string, at: Date): Promise<void> {
  await tx.run(sql`update messages set text = null, attachments = '[]', metadata = '{}', raw = null, deleted_at = least(deleted_at, ${at})
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** Sets a person's reaction, unless a newer one is there. */
export async function react(tx: Runner, tenantId: string, id: string, reactions: StoredReactions): Promise<void> {
  for (const [personId, reaction] of Object.entries(reactions))
    await tx.run(sql`
      update messages set reactions = jsonb_set(reactions, array[${personId}], ${JSON.stringify(reaction)}::jsonb)
      where tenant_id = ${tenantId} and id = ${id}
        and coalesce((reactions -> ${personId} ->> 'at')::timestamptz, '-infinity') <= ${reaction.at}::timestamptz`);
}

const RANK = sql`array['unconfirmed', 'sent', 'failed', 'delivered', 'read']`;

export interface ReachedStatus {
  readonly status: Exclude<MessageStatus, 'unconfirmed'>;
  readonly at: Date;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** Notes that outgoing messages reached a status; a later stage includes the earlier ones. Returns those for which it is new. */
export async function reach(
  tx: Runner,
  tenantId: string,
  ids: readonly string[],
  { status, at, error }: ReachedStatus,
): Promise<{ id: string; platform_id: string }[]> {
  if (ids.length === 0) return [];
  const storedError = error === undefined ? null : JSON.stringify(error);
  return tx.run(sql<{ id: string; platform_id: string }>`
    update messages set statuses = statuses || jsonb_build_object(${status}::text, ${at.toISOString()}::text),
      status = case when ${rankOf(sql`${status}::text`)} >= coalesce(${rankOf(sql`status`)}, 0) then ${status} else status end,
      status_updated_at = case when ${rankOf(sql`${status}::text`)} >= coalesce(${rankOf(sql`status`)}, 0) then ${at} else status_updated_at end,
      error = case when ${status} = 'failed' then coalesce(${storedError}::jsonb, error) when status = 'unconfirmed' then null else error end
    where tenant_id = ${tenantId} and id = any (${ids}) and direction = 'outgoing' and not statuses ? ${status}
    returning id, platform_id`);
}

function rankOf(status: ReturnType<typeof sql>) {
  return sql`array_position(${RANK}, ${status})`;
}

/** Outgoing messages of a conversation up to a time that have not reached the status. */
export async function upTo(
  tx: Runner,
  tenantId: string,
  conversationId: string,
  status: MessageStatus,
  until: Date,
): Promise<string[]> {
  const rows = await tx.run(sql<{ id: string }>`
    select id from messages where tenant_id = ${tenantId} and conversation_id = ${conversationId} and created_at <= ${until}
      and direction = 'outgoing' and platform_id is not null and not statuses ? ${status}`);
  return rows.map(({ id }) => id);
}

/** Our message that was sent with this key, whose response was lost, gets its platform id. */
export async function adoptByKey(
  tx: Runner,
  { tenantId, accountId }: Account,
  key: string,
  platformId: string,
): Promise<void> {
  await tx.run(sql`
    update messages m set platform_id = ${platformId} from actions a
    where m.tenant_id = ${tenantId} and m.account_id = ${accountId} and m.platform_id is null and m.status = 'unconfirmed'
      and a.tenant_id = m.tenant_id and a.id = m.action_id and a.send_key = ${key}
      and not exists (select from messages o where o.tenant_id = m.tenant_id and o.account_id = m.account_id and o.platform_id = ${platformId})`);
}
