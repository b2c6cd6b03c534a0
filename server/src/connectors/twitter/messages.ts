import { z } from 'zod';
import type { Listed, ListedEffect } from '../../core/effect.ts';
import type { Part } from '../../core/messaging/inbox.ts';
import type {
  MessageAttachment,
  MessageInput,
  Messages,
  PlatformConversation,
  PlatformMessage,
} from '../../core/messaging/messages.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { listCut } from '../shared/collected.ts';
import { callX, partialError } from './client.ts';
import { isSameText, peopleOf, textOf, toPerson } from './map.ts';
import { mediaReadiness, PreparedMedia, upload } from './media.ts';
import { LOOKS_AFTER_SECONDS } from './publish.ts';
import { type MessageEvent, MessagePage, ProvenMessages, SentMessage, XId } from './wire.ts';

const TEXT_LENGTH_MAX = 10_000;
const PAGES_MAX = 5;

/**
 * Class C: a message is recognised by its conversation and its text.
 * https://docs.x.com/x-api/direct-messages/manage/introduction
 */
const send: ListedEffect<MessageInput> = {
  class: 'C',
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,

  async prepare(session, { attachment }) {
    return { media: attachment === undefined ? [] : [await upload(session, attachment, true, 'dm')] };
  },
  ready: mediaReadiness,

  async send(session, { participantId, text }, prepared) {
    const { media } = PreparedMedia.parse(prepared);
    const attachments = media.length === 0 ? undefined : media.map(({ id }) => ({ media_id: id }));
    const json = compact({ text, attachments });
    const path = `${withPerson(participantId)}/messages`;
    const { data } = await callX(session, 'effect', { method: 'POST', path, body: { json } }, SentMessage);
    return { platformId: data.dm_event_id };
  },

  async list(session, { participantId }, since) {
    const own: Listed[] = [];
    let next: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = { ...eventFields, pagination_token: next };
      const path = `${withPerson(participantId)}/dm_events`;
      const { data = [], meta, errors } = await callX(session, 'read', { method: 'GET', path, query }, ProvenMessages);
      const problem = data.length === 0 ? partialError(errors) : undefined;
      if (problem) throw problem;
      const sent = data.filter((event) => event.sender_id === session.account.platformId && event.created_at >= since);
      own.push(...sent.map(toListed));
      next = meta.next_token;
      // Newest first, so the following pages are older still.
      if (next === undefined || data.some(({ created_at }) => created_at < since)) return own;
    }
    throw listCut();
  },

  matches: ({ text = '', attachment }, item) =>
    (item.mediaCount ?? 0) === (attachment === undefined ? 0 : 1) &&
    isSameText(text, item.text, attachment !== undefined),
};

/** Private conversations with one person; X keeps the messages of 30 days. Groups are left out. */
export const messages: Messages = {
  conversations,
  list,
  everyMessage,
  send,
  limits: { textLengthMax: TEXT_LENGTH_MAX, attachments: ['image', 'video'] },
};

/** Version 2.167 of the API has no `sender_id` and `participant_ids` here. Every version shows them by expansions. */
const eventFields = {
  max_results: 100,
  event_types: 'MessageCreate',
  'dm_event.fields': 'id,text,event_type,created_at,dm_conversation_id,attachments,entities',
  expansions: 'sender_id,participant_ids,attachments.media_keys',
  'user.fields': 'username,name,profile_image_url',
  'media.fields': 'url,preview_image_url,type',
};

/**
 * X lists messages, not conversations. A conversation comes at its newest message and may come again on a later page.
 */
async function conversations(session: Session, cursor?: string): Promise<Part<PlatformConversation>> {
  const page = await eventsAt(session, '/2/dm_events', cursor);
  const people = peopleOf(page);
  const found = new Map<string, PlatformConversation>();
  for (const { value } of page.data ?? []) {
    const { dm_conversation_id: platformId, created_at: lastMessageAt } = value;
    const other = otherSide(session, platformId);
    if (other === undefined || found.has(platformId)) continue;
    found.set(platformId, { platformId, participant: toPerson(other, people), lastMessageAt });
  }
  return compact({ items: [...found.values()], cursor: page.meta.next_token });
}

async function list(session: Session, conversationId: string, cursor?: string): Promise<Part<PlatformMessage>> {
  const other = otherSide(session, conversationId);
  if (other === undefined) throw new PlatformError('not_found', 'X has no such conversation of two.');
  const page = await eventsAt(session, `/2/dm_conversations/${conversationId}/dm_events`, cursor);
  return compact({ items: messagesOf(session, page), cursor: page.meta.next_token });
}

/** Messages of the last 30 days. X takes 15 of these calls in 15 minutes. */
async function everyMessage(session: Session, cursor?: string): Promise<Part<PlatformMessage>> {
  const page = await eventsAt(session, '/2/dm_events', cursor);
  return compact({ items: messagesOf(session, page), cursor: page.meta.next_token });
}

function messagesOf(session: Session, page: MessagePage): PlatformMessage[] {
  const people = peopleOf(page);
  const media = new Map((page.includes?.media ?? []).map(({ value }) => [value.media_key, value]));
  return (page.data ?? []).flatMap(({ value, raw }): PlatformMessage[] => {
    const other = otherSide(session, value.dm_conversation_id);
    if (other === undefined) return [];
    const text = textOf({ text: value.text ?? '', entities: value.entities });
    const keys = value.attachments?.media_keys ?? [];
    const message = compact({
      platformId: value.id,
      conversationId: value.dm_conversation_id,
      participant: toPerson(other, people),
      isOwn: value.sender_id === session.account.platformId,
      text: text || undefined,
      attachments: keys.map((key): MessageAttachment => {
        const { type, url } = media.get(key) ?? {};
        return { type: type === 'photo' ? 'image' : 'video', ...compact({ url }) };
      }),
      createdAt: value.created_at,
    });
    return [{ ...message, raw }];
  });
}

function eventsAt(session: Session, path: string, cursor: string | undefined): Promise<MessagePage> {
  const query = { ...eventFields, pagination_token: cursor };
  return callX(session, 'read', { method: 'GET', path, query }, MessagePage);
}

/** The id of a conversation of two consists of both people's ids. */
const Pair = z.string().regex(/^\d{1,24}-\d{1,24}$/);

function otherSide({ account }: Session, conversationId: string): string | undefined {
  if (!Pair.safeParse(conversationId).success) return undefined;
  const ids = conversationId.split('-');
  return ids.includes(account.platformId) ? ids.find((id) => id !== account.platformId) : undefined;
}

function withPerson(id: string): string {
  if (XId.safeParse(id).success) return `/2/dm_conversations/with/${id}`;
  throw new PlatformError('not_found', 'X has no person with this id.');
}

function toListed(event: MessageEvent): Listed {
  return {
    platformId: event.id,
    text: textOf({ text: event.text ?? '', entities: event.entities }),
    createdAt: event.created_at,
    mediaCount: event.attachments?.media_keys?.length ?? 0,
  };
}
