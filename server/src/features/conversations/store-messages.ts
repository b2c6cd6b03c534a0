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
  inWaves,
  isNews,
  nameOf,
  nameOfItem,
  storableItems,
  takeChanges,
  toInteraction,
  toStoredPerson,
} from '../inbox/index.ts';
import * as conversations from './arriving-messages.repository.ts';
import * as messages from './messages/message.repository.ts';
import { type NewMessage, upsertMessages } from './messages/upsert-messages.repository.ts';
import { applyEarlyChanges, applyReceipts } from './store-message-changes.ts';

/**
 * Stores messages of both directions and returns their events. Repeats and any order lead to the same rows. A message of
 * the account that was sent elsewhere is outgoing; one that we sent is known by its platform id.
 */
export async function storeMessages(tx: Runner, items: readonly InboxItem<PlatformMessage>[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const wave of inWaves(storableItems(items))) events.push(...(await write(tx, wave)));
  return events;
}

/** Writes messages of which none is there twice. */
async function write(tx: Runner, items: readonly InboxItem<PlatformMessage>[]): Promise<NewEvent[]> {
  const tenantId = items[0]?.inbox.tenantId ?? '';
  const early = await takeChanges(tx, 'message', items);
  const owners = items.flatMap(({ inbox, item }) => (item.isOwn ? [inbox.accountId] : []));
  const own = owners.length === 0 ? new Map() : await conversations.ownPeople(tx, tenantId, owners);
  const ids = await conversationsOf(tx, tenantId, items);
  const news = items.map(({ inbox, item: message }, index) => ({
    id: newId('msg'),
    accountId: inbox.accountId,
    platform: inbox.platform,
    conversationId: ids[index] as string,
    message,
    sender: (message.isOwn ? own.get(inbox.accountId) : undefined) ?? toStoredPerson(message.participant),
    metadata: metadataOf(message),
  }));
  const rows = await upsertMessages(tx, tenantId, news);
  const written = new Map(rows.map((row) => [`${row.account_id} ${row.platform_id}`, row]));
  const stored = items.flatMap((item, index) => {
    const row = written.get(nameOfItem(item));
    return row === undefined ? [] : [{ ...item, row, facts: news[index] as NewMessage }];
  });
  for (const { item, row } of stored) await messages.react(tx, tenantId, row.id, reactionsOf(item));
  const fresh = stored.filter(({ row }) => row.is_new);
  await conversations.noteMessages(tx, tenantId, arrivalsOf(fresh));
  const events: NewEvent[] = [];
  for (const { inbox, item: message, row, facts } of fresh) {
    const recipient = message.isOwn ? toStoredPerson(message.participant) : undefined;
    if (isNews(inbox, message.createdAt))
      events.push(messageEvent(inbox, message, { ...facts, id: row.id, recipient }));
    events.push(
      ...(await applyEarlyChanges(inbox, message.platformId, early({ inbox, item: message }))),
      ...(message.isOwn ? await applyReceipts(inbox, facts.conversationId) : []),
    );
  }
  return events;
}

/** The ids of the conversations of messages; new ones are made. */
async function conversationsOf(
  tx: Runner,
  tenantId: string,
  items: readonly InboxItem<PlatformMessage>[],
): Promise<string[]> {
  const named = items.map(({ inbox, item }) => ({
    accountId: inbox.accountId,
    platformId: item.conversationId,
    participant: toStoredPerson(item.participant),
    otherIds: item.participant.otherIds ?? [],
  }));
  const ids = await conversations.known(tx, tenantId, named);
  for (const [index, { inbox }] of items.entries()) {
    if (ids[index] !== undefined) continue;
    const wanted = named[index] as conversations.NamedConversation;
    // A message before it may have made the conversation.
    const [made] = await conversations.known(tx, tenantId, [wanted]);
    ids[index] = made ?? (await conversations.insert(tx, inbox, wanted));
  }
  return ids as string[];
}

interface StoredMessage extends InboxItem<PlatformMessage> {
  readonly facts: NewMessage;
}

function arrivalsOf(stored: readonly StoredMessage[]): conversations.Arrivals[] {
  const byConversation = Map.groupBy(stored, ({ facts }) => facts.conversationId);
  return [...byConversation].map(([id, all]) => {
    const opening = all.filter(({ item }) => !item.isOwn && item.isReferral !== true);
    return {
      id,
      latestAt: latestOf(all) as Date,
      latestIncomingAt: latestOf(opening),
      unread: opening.filter(({ inbox, item }) => isNews(inbox, item.createdAt)).length,
    };
  });
}

function latestOf(stored: readonly StoredMessage[]): Date | undefined {
  return stored.map(({ item }) => item.createdAt).reduce((a, b) => (a > b ? a : b), stored[0]?.item.createdAt as Date);
}

function reactionsOf({ reactions = [] }: PlatformMessage): Parameters<typeof messages.react>[3] {
  return Object.fromEntries(
    reactions.map(({ personId, emoji, at }) => [personId, { emoji, at: at.toISOString() }] as const),
  );
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
