import { z } from 'zod';
import type { Listed, ListedEffect } from '../../../core/effect.ts';
import type { Part, Person } from '../../../core/messaging/inbox.ts';
import type {
  MessageInput,
  Messages,
  PlatformConversation,
  PlatformMessage,
} from '../../../core/messaging/messages.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { listCut } from '../../shared/collected.ts';
import { callXrpc, type XrpcCall } from '../client.ts';
import { matchesText, toPerson } from '../map.ts';
import { LOOKS_AFTER_SECONDS } from '../publish.ts';
import { facetsOf } from '../record/facets.ts';
import {
  ChatId,
  type ChatMessage,
  ChatMessages,
  type Convo,
  Convos,
  OneConvo,
  ProvenChatMessages,
  readChatMessage,
  SentChatMessage,
} from '../wire.ts';

const TEXT_LENGTH_MAX = 1000;
const PAGES_MAX = 10;
const CHAT = 'did:web:api.bsky.chat#bsky_chat';

/**
 * A method of the chat, reached through the account's own server.
 * https://docs.bsky.app/docs/api/chat-bsky-convo-list-convos
 */
export function chatCall(method: 'GET' | 'POST', name: string, more: Pick<XrpcCall, 'parameters' | 'body'>): XrpcCall {
  return { method, name: `chat.bsky.convo.${name}`, service: CHAT, ...more };
}

const PreparedFacets = z.object({ facets: z.array(z.looseObject({})) });

/** Class C: the chat takes no key of ours. A message is recognised by its conversation and its text. */
const send: ListedEffect<MessageInput> = {
  class: 'C',
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,

  prepare: async (session, { text = '' }) => ({ facets: await facetsOf(session, text) }),

  async send(session, { conversationId, text = '' }, prepared) {
    const { facets } = PreparedFacets.parse(prepared);
    const message = compact({ text, facets: facets.length === 0 ? undefined : facets });
    const call = chatCall('POST', 'sendMessage', { body: { json: { convoId: checked(conversationId), message } } });
    return { platformId: (await callXrpc(session, 'effect', call, SentChatMessage)).id };
  },

  async list(session, { conversationId }, since) {
    const own: Listed[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const parameters = { convoId: checked(conversationId), limit: 100, cursor };
      const response = await callXrpc(
        session,
        'read',
        chatCall('GET', 'getMessages', { parameters }),
        ProvenChatMessages,
      );
      const recent = response.messages.filter(({ sentAt }) => sentAt >= since);
      const sent = recent.filter(({ sender }) => sender.did === session.account.platformId);
      own.push(...sent.map(({ id, text = '', sentAt }) => ({ platformId: id, text, createdAt: sentAt })));
      cursor = response.cursor;
      // Newest first, so the following pages are older still.
      if (cursor === undefined || recent.length < response.messages.length) return own;
    }
    throw listCut();
  },

  matches: ({ text = '' }, item) => matchesText(text, item),
};

/** Private conversations of two. App passwords need the privilege for them, OAuth the scope `transition:chat.bsky`. */
export const messages: Messages = {
  conversations,
  list,
  send,
  limits: { textLengthMax: TEXT_LENGTH_MAX, count: countGraphemes, attachments: [] },
  reports: ['reaction'],
};

async function conversations(session: Session, cursor?: string): Promise<Part<PlatformConversation>> {
  const call = chatCall('GET', 'listConvos', { parameters: { limit: 50, cursor } });
  const page = await callXrpc(session, 'read', call, Convos);
  const items = page.convos.flatMap(({ value }): PlatformConversation[] => {
    const participant = otherSide(session, value);
    if (participant === undefined) return [];
    const lastMessageAt = readChatMessage(value.lastMessage)?.sentAt;
    return [compact({ platformId: value.id, participant, lastMessageAt })];
  });
  return compact({ items, cursor: page.cursor });
}

async function list(session: Session, conversationId: string, cursor?: string): Promise<Part<PlatformMessage>> {
  const participant = await participantOf(session, conversationId);
  if (participant === undefined) throw new PlatformError('not_found', 'Bluesky has no such conversation of two.');
  const call = chatCall('GET', 'getMessages', { parameters: { convoId: conversationId, limit: 50, cursor } });
  const page = await callXrpc(session, 'read', call, ChatMessages);
  const items = page.messages.map((item) => toMessage(session, item, conversationId, participant));
  return compact({ items, cursor: page.cursor });
}

export function toMessage(
  session: Session,
  { value: { id, text, sender, sentAt }, raw }: { readonly value: ChatMessage; readonly raw: unknown },
  conversationId: string,
  participant: Person,
): PlatformMessage {
  const message = compact({
    platformId: id,
    conversationId,
    participant,
    isOwn: sender.did === session.account.platformId,
    text: text || undefined,
    attachments: [],
    createdAt: sentAt,
  });
  return { ...message, raw };
}

/** The one other member; undefined in a group. */
export function otherSide(session: Session, { members }: Convo): Person | undefined {
  const [other, ...more] = members.filter(({ did }) => did !== session.account.platformId);
  return other === undefined || more.length > 0 ? undefined : toPerson(other);
}

export async function participantOf(session: Session, conversationId: string): Promise<Person | undefined> {
  const call = chatCall('GET', 'getConvo', { parameters: { convoId: checked(conversationId) } });
  return otherSide(session, (await callXrpc(session, 'read', call, OneConvo)).convo);
}

function checked(id: string): string {
  if (ChatId.safeParse(id).success) return id;
  throw new PlatformError('not_found', 'Bluesky has no conversation with this id.');
}

let graphemes: Intl.Segmenter | undefined;

function countGraphemes(text: string): number {
  if (text.length > 65_536) return text.length;
  graphemes ??= new Intl.Segmenter();
  let length = 0;
  for (const _ of graphemes.segment(text)) length += 1;
  return length;
}
