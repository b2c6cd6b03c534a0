import type { NewEvent } from '../../core/event.ts';
import type { PlatformMessageChange, PlatformMessageStatus } from '../../core/messaging/messages.ts';
import { type EarlyChange, type Inbox, type InboxItem, isNews, keepChange, storableItems } from '../inbox/index.ts';
import * as conversations from './conversation.repository.ts';
import * as messages from './messages/message.repository.ts';

/** Applies edits, unsending and reactions. Changes wait for their message when they come first. */
export async function storeMessageChanges(changes: readonly InboxItem<PlatformMessageChange>[]): Promise<void> {
  for (const { inbox, item: change } of storableItems(changes)) {
    const known = await messages.byPlatformId(inbox.tx, inbox, change.platformId);
    if (known !== undefined) await apply(inbox, known, toEarlyChange(change));
    else await keepChange(inbox.tx, inbox, 'message', change.platformId, toEarlyChange(change));
  }
}

function toEarlyChange(change: PlatformMessageChange): EarlyChange {
  const { at } = change;
  if (change.change === 'edited') return { change: 'edited', actor: '', at, data: { text: change.text } };
  if (change.change === 'removed') return { change: 'removed', actor: '', at, data: {} };
  return { change: 'reaction', actor: change.personId, at, data: { emoji: change.emoji } };
}

async function apply(
  { tx, tenantId }: Inbox,
  message: messages.ChangedMessage,
  { change, actor, at, data }: EarlyChange,
): Promise<void> {
  if (change === 'reaction') {
    const emoji = data.emoji as string | null;
    return messages.react(tx, tenantId, message.id, { [actor]: { emoji, at: at.toISOString() } });
  }
  if (change === 'edited') await messages.edit(tx, tenantId, message.id, String(data.text), at);
  if (change === 'removed') await messages.blank(tx, tenantId, message.id, at);
  await conversations.refreshLastMessage(tx, tenantId, message.conversation_id);
}

/** Stores delivery statuses of own messages and returns their events, one for each message and status. */
export async function storeMessageStatuses(statuses: readonly InboxItem<PlatformMessageStatus>[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const { inbox, item: status } of storableItems(statuses)) {
    events.push(
      ...(status.platformId === undefined
        ? await storeReceipt(inbox, status)
        : await storeStatus(inbox, status.platformId, status)),
    );
  }
  return events;
}

async function storeStatus(
  inbox: Inbox,
  platformId: string,
  { status, at, key, error, raw }: PlatformMessageStatus,
): Promise<NewEvent[]> {
  const { tx } = inbox;
  if (key !== undefined) await messages.adoptByKey(tx, inbox, key, platformId);
  const known = await messages.byPlatformId(tx, inbox, platformId);
  if (known !== undefined) return reach(inbox, known, [known.id], { status, at, error }, raw);
  const data = { ...(error === undefined ? {} : { error }), raw };
  await keepChange(tx, inbox, 'message', platformId, { change: `status:${status}`, actor: '', at, data });
  return [];
}

/** The other side has received or read everything up to a time. */
async function storeReceipt(
  inbox: Inbox,
  { participantId, status, at, raw }: PlatformMessageStatus,
): Promise<NewEvent[]> {
  if (participantId === undefined || (status !== 'delivered' && status !== 'read')) return [];
  const id = await conversations.noteReceipt(inbox.tx, inbox, participantId, status, at);
  if (id !== undefined) return applyReceipts(inbox, id, raw);
  await keepChange(inbox.tx, inbox, 'conversation', participantId, { change: status, actor: '', at, data: {} });
  return [];
}

/** Brings the statuses of a conversation's messages up to its receipts. */
export async function applyReceipts(inbox: Inbox, conversationId: string, raw: unknown = null): Promise<NewEvent[]> {
  const { tx, tenantId } = inbox;
  const receipts = await conversations.receiptsOf(tx, tenantId, conversationId);
  const events: NewEvent[] = [];
  for (const status of ['delivered', 'read'] as const) {
    const at = receipts?.[`${status}_until`] ?? null;
    if (receipts === undefined || at === null) continue;
    const ids = await messages.upTo(tx, tenantId, conversationId, status, at);
    const about = { conversation_id: conversationId, participant_id: receipts.participant_id };
    events.push(...(await reach(inbox, about, ids, { status, at }, raw)));
  }
  return events;
}

/** Applies the changes that came before their message. */
export async function applyEarlyChanges(
  inbox: Inbox,
  platformId: string,
  changes: readonly EarlyChange[],
): Promise<NewEvent[]> {
  const message = changes.length === 0 ? undefined : await messages.byPlatformId(inbox.tx, inbox, platformId);
  if (message === undefined) return [];
  const events: NewEvent[] = [];
  for (const change of changes) {
    const [kind, status] = change.change.split(':');
    if (kind !== 'status') await apply(inbox, message, change);
    else {
      const { error, raw = null } = change.data as { error?: messages.ReachedStatus['error']; raw?: unknown };
      const reached = { status: status as messages.ReachedStatus['status'], at: change.at, error };
      events.push(...(await reach(inbox, message, [message.id], reached, raw)));
    }
  }
  return events;
}

/** Notes the status and returns its event. */
export async function reach(
  inbox: Inbox,
  { conversation_id, participant_id }: Pick<messages.ChangedMessage, 'conversation_id' | 'participant_id'>,
  ids: readonly string[],
  reached: messages.ReachedStatus,
  raw: unknown,
): Promise<NewEvent[]> {
  const changed = await messages.reach(inbox.tx, inbox.tenantId, ids, reached);
  if (changed.length === 0 || !isNews(inbox, reached.at)) return [];
  const { status, error } = reached;
  const failure = error && { status: 'failed' as const, errorCategory: 'platform', errorMessage: error.message };
  return [
    {
      type: `dm.status.${status}`,
      resourceId: changed[0]?.id ?? '',
      accountId: inbox.accountId,
      platform: inbox.platform,
      summary: `Message ${status}`,
      ...failure,
      rawPayload: raw,
      data: {
        status,
        mids: changed.map(({ platform_id }) => platform_id),
        message_ids: changed.map(({ id }) => id),
        conversation_id,
        recipient_id: participant_id,
        account_id: inbox.accountId,
        platform: inbox.platform,
        ...(error === undefined ? {} : { error }),
        livemode: inbox.livemode,
      },
    },
  ];
}
