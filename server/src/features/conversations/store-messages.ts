import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformMessage } from '../../core/messaging/messages.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import type { Runner } from '../../db/query.ts';
import { compact } from '../../lib/compact.ts';
import {
  type Inbox,
  type InboxItem,
  interactionEvent,
  isNews,
  nameOf,
  storableItems,
  takeChanges,
  toInteraction,
  toStoredPerson,
} from '../inbox/index.ts';
import * as conversations from './conversation.repository.ts';
import * as messages from './messages/message.repository.ts';
import { applyEarlyChanges, applyReceipts } from './store-message-changes.ts';

/**
 * Stores messages of both directions and returns their events. Repeats and any order lead to the same rows. A message of
 * the account that was sent elsewhere is outgoing; one that we sent is known by its platform id.
 */
export async function storeMessages(tx: Runner, items: readonly InboxItem<PlatformMessage>[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const storable = storableItems(items);
  const early = await takeChanges(tx, 'message', storable);
  for (const each of storable) {
    const { inbox, item: message } = each;
    const { tenantId } = inbox;
    const own = message.isOwn ? await conversations.ownPerson(tx, inbox) : undefined;
    const participant = toStoredPerson(message.participant);
    const conversation = await conversations.ensure(tx, inbox, newId('conv'), message.conversationId, participant);
    const sender = message.isOwn && own !== undefined ? own : participant;
    const metadata = metadataOf(message);
    const written = await messages.upsert(tx, inbox, {
      id: newId('msg'),
      conversationId: conversation.id,
      message,
      sender,
      metadata,
    });
    if (written === undefined) continue;
    const reactions = (message.reactions ?? []).map(({ personId, emoji, at }) => [
      personId,
      { emoji, at: at.toISOString() },
    ]);
    await messages.react(tx, tenantId, written.id, Object.fromEntries(reactions));
    if (!written.is_new) continue;
    const isFresh = isNews(inbox, message.createdAt);
    const opensWindow = !message.isOwn && message.isReferral !== true;
    const { createdAt } = message;
    await conversations.noteMessage(tx, tenantId, conversation.id, {
      createdAt,
      opensWindow,
      isUnread: isFresh && opensWindow,
    });
    const recipient = message.isOwn ? participant : undefined;
    const received = { id: written.id, conversationId: conversation.id, sender, recipient, metadata };
    if (isFresh) events.push(messageEvent(inbox, message, received));
    events.push(
      ...(await applyEarlyChanges(inbox, message.platformId, early(each))),
      ...(message.isOwn ? await applyReceipts(inbox, conversation.id) : []),
    );
  }
  return events;
}

function metadataOf({
  replyToId,
  referral,
  postback,
  quickReply,
  template,
}: PlatformMessage): Readonly<Record<string, unknown>> {
  return compact({ reply_to: replyToId, referral, quick_reply: quickReply, template, ...postback });
}

export interface StoredMessageFacts {
  readonly id: string;
  readonly conversationId: string;
  readonly sender: StoredPerson;
  readonly recipient?: StoredPerson | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The event of a message that arrived, or that left the account. */
export function messageEvent(
  inbox: Inbox,
  message: Pick<PlatformMessage, 'platformId' | 'isOwn' | 'text' | 'attachments' | 'createdAt' | 'raw'> &
    Partial<Pick<PlatformMessage, 'isReferral' | 'postback' | 'replyToId'>>,
  { id, conversationId, sender, recipient, metadata }: StoredMessageFacts,
): NewEvent {
  const interaction = toInteraction(
    inbox,
    'dm',
    compact({
      id,
      platformId: message.platformId,
      author: sender,
      recipient,
      text: message.text,
      media: message.attachments.map(({ type, url = '' }) => ({ type, url })),
      metadata,
      createdAt: message.createdAt,
      conversationId,
      isReply: message.replyToId !== undefined,
    }),
  );
  const type = eventType(message);
  const summary = message.isOwn
    ? `Message to ${nameOf(recipient ?? sender)}`
    : `${WORDS[type] ?? 'Message'} by ${nameOf(sender)}`;
  return interactionEvent(type, summary, inbox, interaction, message.raw);
}

type MessageEventType = 'dm.sent' | 'dm.referral' | 'dm.received' | 'dm.postback';

const WORDS: Partial<Record<MessageEventType, string>> = { 'dm.referral': 'Referral', 'dm.postback': 'Button pressed' };

function eventType({
  isOwn,
  isReferral,
  postback,
}: Pick<PlatformMessage, 'isOwn'> & Partial<Pick<PlatformMessage, 'isReferral' | 'postback'>>): MessageEventType {
  if (isOwn) return 'dm.sent';
  if (isReferral === true) return 'dm.referral';
  return postback === undefined ? 'dm.received' : 'dm.postback';
}
