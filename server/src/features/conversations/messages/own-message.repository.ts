import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../../core/actor.ts';
import type { MessageAttachment } from '../../../core/messaging/messages.ts';
import type { StoredPerson } from '../../../db/column-types.ts';
import type { Runner } from '../../../db/query.ts';
import type { InboxAccount } from '../../inbox/index.ts';

/** A message of ours that is queued. */
export interface QueuedMessage {
  readonly id: string;
  readonly actionId: string;
  readonly text: string | null;
  readonly attachments: readonly MessageAttachment[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Writes messages that are queued together; the first action names their batch. */
export async function insert(
  tx: Runner,
  { tenantId, accountId, platform }: InboxAccount,
  conversationId: string,
  sender: StoredPerson,
  queued: readonly QueuedMessage[],
  by: StoredActor,
): Promise<void> {
  // Each is a little later than the one before, so that lists keep their order.
  const rows = queued.map(({ actionId, ...row }, place) => ({ ...row, action_id: actionId, place }));
  await tx.run(sql`
    insert into messages (tenant_id, id, account_id, conversation_id, platform, direction, text, sender, attachments, metadata, action_id,
      batch, created_by, created_at)
    select ${tenantId}, r.id, ${accountId}, ${conversationId}, ${platform}, 'outgoing', r.text, ${JSON.stringify(sender)}::jsonb, r.attachments,
      r.metadata, r.action_id, ${queued[0]?.actionId ?? null}, ${actorJson(by)}::jsonb,
      tenant_now() + r.place * interval '1 millisecond'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (place int, id text, action_id text, text text, attachments jsonb, metadata jsonb)`);
}

/** Notes who asked for a message that is stored only once its platform has taken it. */
export async function nameSender(
  tx: Runner,
  { tenantId, accountId }: Pick<InboxAccount, 'tenantId' | 'accountId'>,
  platformId: string,
  actionId: string,
): Promise<void> {
  await tx.run(sql`
    update messages m set created_by = a.created_by from actions a
    where a.tenant_id = ${tenantId} and a.id = ${actionId}
      and m.tenant_id = a.tenant_id and m.account_id = ${accountId} and m.platform_id = ${platformId}`);
}

export interface OwnMessage {
  readonly id: string;
  readonly conversation_id: string;
  readonly text: string | null;
  readonly attachments: MessageAttachment[];
  readonly metadata: Record<string, unknown>;
  readonly sender: StoredPerson;
  readonly action_id: string;
  readonly created_at: Date;
  readonly participant_id: string;
  readonly participant_name: string;
}

const own = sql`m.id, m.conversation_id, m.text, m.attachments, m.metadata, m.sender, m.action_id, m.created_at, c.participant_id, c.participant_name`;

/** The message that an action sends. */
export async function ofAction(tx: Runner, tenantId: string, actionId: string): Promise<OwnMessage | undefined> {
  return tx.first(sql<OwnMessage>`
    select ${own} from messages m join conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
    where m.tenant_id = ${tenantId} and m.action_id = ${actionId}`);
}

/** A message and the action that sends it now. */
export interface SentBy {
  readonly id: string;
  readonly action_id: string;
}

/** The messages of a request, in their order. `actionId`: its first action, or one that sent the first message again. */
export async function ofRequest(db: Runner, tenantId: string, actionId: string): Promise<SentBy[]> {
  return db.run(sql<SentBy>`
    select m.id, m.action_id from actions a join messages m on m.tenant_id = a.tenant_id and m.action_id = a.id
    where a.tenant_id = ${tenantId} and m.batch = coalesce(
      (select min(o.batch) from messages o where o.tenant_id = ${tenantId} and o.action_id = ${actionId}), ${actionId})
    order by m.created_at, m.id`);
}

/** The message of a retry. When the retry joined a request: all of its messages. */
export async function ofRetry(db: Runner, tenantId: string, actionId: string): Promise<SentBy[]> {
  return db.run(sql<SentBy>`
    select m.id, m.action_id from actions a join messages m on m.tenant_id = a.tenant_id and m.action_id = a.id
    where a.tenant_id = ${tenantId} and (a.id = ${actionId} or m.batch = ${actionId}) order by m.created_at, m.id`);
}

/**
 * Gives our message the platform's id. When its echo came before the response, the echo's row takes our place, because its
 * event has been sent. It keeps our time, so that the messages of one request stay in order. Returns the id of the row that stays, and whether it was an echo.
 */
export async function settleSent(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
  { id, action_id: actionId }: Pick<OwnMessage, 'id' | 'action_id'>,
  platformId: string,
): Promise<{ id: string; is_echo: boolean }> {
  const echo = await tx.first(sql<{ id: string }>`
    update messages m set action_id = o.action_id, batch = o.batch, metadata = m.metadata || o.metadata, text = coalesce(o.text, m.text),
      created_at = o.created_at, attachments = case when o.attachments = '[]' then m.attachments else o.attachments end
    from messages o
    where m.tenant_id = ${tenantId} and m.account_id = ${accountId} and m.platform_id = ${platformId} and m.id <> ${id}
      and o.tenant_id = m.tenant_id and o.id = ${id}
    returning m.id`);
  if (echo !== undefined) {
    await tx.run(sql`delete from messages where tenant_id = ${tenantId} and id = ${id} and action_id = ${actionId}`);
    return { id: echo.id, is_echo: true };
  }
  await tx.run(
    sql`update messages set platform_id = ${platformId}, status = null, error = null where tenant_id = ${tenantId} and id = ${id}`,
  );
  return { id, is_echo: false };
}

/** Why our message was not sent, or that nobody knows whether it was. */
export async function settleUnsent(
  tx: Runner,
  tenantId: string,
  actionIds: readonly string[],
  status: 'failed' | 'unconfirmed',
  error: { readonly code: string; readonly message: string },
): Promise<void> {
  await tx.run(sql`
    update messages set status = ${status}, status_updated_at = tenant_now(), error = ${JSON.stringify(error)}::jsonb
    where tenant_id = ${tenantId} and action_id = any (${actionIds}) and platform_id is null`);
}

/**
 * The action that sends the message, and the first action of the request that queued it. Undefined for a message that was
 * sent elsewhere or reached the platform.
 */
export async function actionsOf(
  db: Runner,
  tenantId: string,
  id: string,
): Promise<{ readonly newest: string; readonly first: string } | undefined> {
  return db.first(sql<{ newest: string; first: string }>`
    select action_id as newest, coalesce(batch, action_id) as first from messages
    where tenant_id = ${tenantId} and id = ${id} and platform_id is null and action_id is not null`);
}

/** The message is sent again by another action. False when it is being sent already. */
export async function resend(
  tx: Runner,
  tenantId: string,
  id: string,
  { actionId, by }: { readonly actionId: string; readonly by: StoredActor },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update messages set action_id = ${actionId}, status = null, status_updated_at = null, error = null, changed_by = ${actorJson(by)}::jsonb
    where tenant_id = ${tenantId} and id = ${id} and platform_id is null and status in ('failed', 'unconfirmed') returning 1`);
  return changed.length > 0;
}
