import { z } from 'zod';
import type { ListedEffect } from '../../../core/effect.ts';
import type { CommentText, Part } from '../../../core/messaging/inbox.ts';
import type {
  MessageAttachment,
  MessageInput,
  MessageLimits,
  MessageReport,
  Messages,
  PlatformConversation,
  PlatformMessage,
} from '../../../core/messaging/messages.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Media, Session, SessionAccount } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { eachValid, lenient } from '../call-platform.ts';
import { listCut } from '../collected.ts';
import { comparable } from '../text.ts';
import { callGraph, type GraphApi } from './graph.ts';
import { interactiveMessage, isTemplate } from './interactive.ts';
import { graphPage, nextPosition } from './paging.ts';
import { readPerson } from './people.ts';
import { graphId, graphTime, text } from './wire.ts';

/** The differences between Instagram and Messenger. */
export interface Messenger {
  readonly api: GraphApi;
  readonly platform: 'instagram' | 'messenger';
  readonly limits: MessageLimits;
  readonly reports: readonly MessageReport[];
  readonly isOwn: (id: string, account: SessionAccount) => boolean;
}

const CONVERSATIONS_PAGE = 50;
/** Only the newest 20 messages of a conversation can be read in detail. */
const MESSAGES_PAGE = 20;
/** A lookup of our own message reads the newest messages of the latest conversations. */
const LOOK = { conversations: 25, messages: MESSAGES_PAGE };
const LOOKS_AFTER_SECONDS = [5, 30];

const MESSAGE_FIELDS = 'id,created_time,from,to,message,attachments';

const person = z.object({ id: graphId, name: text, username: text });
const attachment = z.object({
  mime_type: text,
  image_data: lenient(z.object({ url: text })),
  video_data: lenient(z.object({ url: text })),
  file_url: text,
});
const message = z.object({
  id: graphId,
  created_time: graphTime,
  from: person,
  to: lenient(z.object({ data: eachValid(person) })),
  message: text,
  attachments: lenient(z.object({ data: eachValid(attachment) })),
});

const conversation = z.object({
  id: graphId,
  updated_time: lenient(graphTime),
  participants: z.object({ data: z.array(person) }),
});
const conversationPage = z.object({ data: eachValid(conversation), paging: graphPage(z.unknown()).shape.paging });
const messagePage = z.object({ data: eachValid(message), paging: graphPage(z.unknown()).shape.paging });
/** The proof that a message was not sent needs every message to be readable. */
const provenPage = z.object({
  data: z.array(z.object({ messages: z.object({ data: z.array(message) }).optional() })),
});
const sent = z.object({ message_id: graphId });

/** https://developers.facebook.com/docs/messenger-platform/conversations and /reference/send-api */
export function graphMessages(messenger: Messenger): Messages {
  const { api, platform, limits, reports, isOwn } = messenger;

  async function conversations(session: Session, cursor?: string): Promise<Part<PlatformConversation>> {
    const fields = 'id,updated_time,participants';
    const query = { platform, fields, limit: CONVERSATIONS_PAGE, ...positionOf(cursor) };
    const path = ['me', 'conversations'];
    const page = await callGraph(session, api, { method: 'GET', path, query, response: conversationPage });
    const items = page.data.flatMap(({ value }): PlatformConversation[] => {
      const other = value.participants.data.find(({ id }) => !isOwn(id, session.account));
      if (other === undefined) return [];
      return [compact({ platformId: value.id, participant: toPerson(other), lastMessageAt: value.updated_time })];
    });
    return { items, ...cursorOf(page) };
  }

  async function list(session: Session, conversationId: string, cursor?: string): Promise<Part<PlatformMessage>> {
    const query = { fields: MESSAGE_FIELDS, limit: MESSAGES_PAGE, ...positionOf(cursor) };
    const path = [conversationId, 'messages'];
    const page = await callGraph(session, api, { method: 'GET', path, query, response: messagePage });
    const items = page.data.map(({ value, raw }): PlatformMessage => {
      const isMine = isOwn(value.from.id, session.account);
      const other = isMine ? (value.to?.data[0]?.value ?? value.from) : value.from;
      return compact({
        platformId: value.id,
        conversationId,
        participant: toPerson(other),
        isOwn: isMine,
        text: value.message === '' ? undefined : value.message,
        attachments: (value.attachments?.data ?? []).map((one) => toAttachment(one.value)),
        createdAt: value.created_time,
        raw,
      });
    });
    return { items, ...cursorOf(page) };
  }

  const person = (session: Session, id: string) => readPerson(session, api, platform, checked(id));
  return { conversations, list, person, send: sending(messenger), limits, reports };
}

/** A private message to the author of a comment: once, within seven days. Meta creates the conversation. */
export function graphPrivateReply(messenger: Messenger): ListedEffect<CommentText> {
  return {
    class: 'C',
    lookupDelaysSeconds: LOOKS_AFTER_SECONDS,
    send: (session, { commentId, text }) =>
      deliver(session, messenger.api, { recipient: { comment_id: checked(commentId) }, message: { text } }),
    list: (session, _input, since) => ownSince(session, messenger, since),
    showsAllSince: () => false,
    matches: (input, item) => comparable(input.text) === comparable(item.text),
  };
}

/** Class C: a sent message is found by its text, among the account's latest messages. */
function sending(messenger: Messenger): ListedEffect<MessageInput> {
  return {
    class: 'C',
    lookupDelaysSeconds: LOOKS_AFTER_SECONDS,

    async send(session, input) {
      const { participantId, text, attachment: media, tag, replyToId } = input;
      const plain = media === undefined ? { text: text ?? '' } : { attachment: toPayload(media) };
      const body = compact({
        recipient: { id: checked(participantId) },
        message: interactiveMessage(input) ?? plain,
        ...(tag === undefined ? { messaging_type: 'RESPONSE' } : { messaging_type: 'MESSAGE_TAG', tag }),
        reply_to: replyToId === undefined ? undefined : { mid: replyToId },
      });
      return await deliver(session, messenger.api, body);
    },

    list: (session, { participantId }, since) => ownSince(session, messenger, since, participantId),
    showsAllSince: () => false,

    matches(input, item) {
      const { text = '', attachment: media } = input;
      const isSameText = comparable(text) === comparable(item.text);
      // It is not documented which texts of a template the list shows, or in which field.
      if (isTemplate(input)) return (item.mediaCount ?? 0) > 0 ? item.text === '' || isSameText : isSameText;
      return (item.mediaCount ?? 0) === (media === undefined ? 0 : 1) && isSameText;
    },
  };
}

async function deliver(session: Session, api: GraphApi, fields: Readonly<Record<string, unknown>>) {
  const form = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const path = ['me', 'messages'];
  const { message_id } = await callGraph(session, api, {
    method: 'POST',
    path,
    form,
    response: sent,
    purpose: 'effect',
  });
  return { platformId: message_id };
}

/** The account's messages since a time, to one person or to anybody, in the latest conversations. */
async function ownSince(session: Session, messenger: Messenger, since: Date, personId?: string) {
  const { api, platform, isOwn } = messenger;
  const fields = `id,messages.limit(${LOOK.messages}){${MESSAGE_FIELDS}}`;
  const query = { platform, fields, limit: LOOK.conversations, user_id: personId };
  const { data } = await callGraph(session, api, {
    method: 'GET',
    path: ['me', 'conversations'],
    query,
    response: provenPage,
  });
  const sinceMs = Math.floor(since.getTime() / 1000) * 1000;
  const isCut = (list: readonly { readonly created_time: Date }[], size: number) =>
    list.length >= size && list.every(({ created_time }) => created_time.getTime() >= sinceMs);
  const conversations = data.map(({ messages }) => messages?.data ?? []);
  const newest = conversations.flatMap(([first]) => first ?? []);
  if (isCut(newest, LOOK.conversations) || conversations.some((list) => isCut(list, LOOK.messages))) throw listCut();
  return conversations
    .flat()
    .filter(({ from, created_time }) => isOwn(from.id, session.account) && created_time.getTime() >= sinceMs)
    .map((one) => ({
      platformId: one.id,
      text: one.message ?? '',
      createdAt: one.created_time,
      mediaCount: one.attachments?.data.length ?? 0,
    }));
}

function toPerson({ id, name, username }: z.output<typeof person>) {
  return compact({ id, name, username });
}

function toAttachment({ image_data, video_data, file_url, mime_type }: z.output<typeof attachment>): MessageAttachment {
  const type = image_data ? 'image' : video_data ? 'video' : mime_type?.startsWith('audio/') ? 'audio' : 'file';
  return { type, ...compact({ url: (image_data ?? video_data)?.url ?? file_url }) };
}

function toPayload({ type, url }: Media): WirePayload {
  return { type, payload: { url } };
}
interface WirePayload {
  readonly type: Media['type'];
  readonly payload: { readonly url: string };
}

function positionOf(cursor: string | undefined) {
  return compact({ after: cursor });
}

function cursorOf(page: { readonly data: readonly unknown[]; readonly paging?: Paging }) {
  return compact({ cursor: nextPosition(page as Parameters<typeof nextPosition>[0])?.after });
}
type Paging = z.output<typeof conversationPage>['paging'];

function checked(id: string): string {
  const parsed = graphId.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new PlatformError('not_found', 'The platform has nobody with this id.');
}
