import { z } from 'zod';
import type { KeyedEffect } from '../../core/effect.ts';
import type { Part } from '../../core/messaging/inbox.ts';
import type { MessageInput, Messages, PlatformConversation, PlatformMessage } from '../../core/messaging/messages.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon, statusPath } from './client.ts';
import { isBetween, matchesMessage, statusLength, toMessage, toPerson, withMention } from './map.ts';
import { mediaIds, mediaReadiness, PreparedMedia, upload } from './media.ts';
import { olderThan } from './paging.ts';
import { createStatus, KEYED, listOwnWhere } from './publish.ts';
import { isMissingCall } from './server.ts';
import { Account, Context, Conversations, MastodonId, type Status } from './wire.ts';

const TEXT_LENGTH_MAX = 500;
/** The number of pages searched for threads with one person, and of threads read. */
const PAGES_MAX = 3;
const THREADS_MAX = 5;
const NO_CONVERSATIONS = 'The account’s server has no list of private conversations.';

const PreparedMessage = PreparedMedia.extend({ mention: z.string(), replyTo: z.string().optional() });

/**
 * Class A: a message is a status that only mentioned people see, so its text begins with the person. It continues the
 * thread of the earlier messages. https://docs.joinmastodon.org/methods/statuses/#create
 */
const send: KeyedEffect<MessageInput> = {
  ...KEYED,

  async prepare(session, { participantId, attachment, replyToId }) {
    const path = `/api/v1/accounts/${checked(participantId)}`;
    const { value: person } = await callMastodon(session, 'read', { method: 'GET', path }, Account);
    if (person.acct === undefined) throw new PlatformError('unavailable', 'The instance does not send the name.');
    const replyTo = replyToId ?? (await lastIdWith(session, participantId));
    const media = attachment === undefined ? [] : [await upload(session, attachment)];
    return compact({ mention: `@${person.acct}`, media, replyTo });
  },
  ready: mediaReadiness,

  async send(session, { text = '' }, prepared, key) {
    const { mention, media, replyTo } = PreparedMessage.parse(prepared);
    const status = { status: withMention(text, mention), visibility: 'direct', in_reply_to_id: replyTo };
    const { platformId } = await createStatus(session, key, { ...compact(status), ...mediaIds({ media }) });
    return { platformId };
  },

  list: (session, { participantId }, since) =>
    listOwnWhere(session, since, (status) => isBetween(status, participantId, session.account.platformId)),

  matches: matchesMessage,
};

/** Private statuses between the account and one person. Statuses to several people are left out. */
export const messages: Messages = {
  conversations,
  list,
  send,
  limits: {
    textLengthMax: TEXT_LENGTH_MAX,
    count: statusLength,
    attachments: ['image', 'video', 'audio'],
    takesReplyTo: true,
  },
};

/**
 * https://docs.joinmastodon.org/methods/conversations/#get lists threads; those with one person are one conversation.
 */
async function conversations(session: Session, cursor?: string): Promise<Part<PlatformConversation>> {
  const { threads, next } = await threadsAt(session, cursor);
  const found = new Map<string, PlatformConversation>();
  for (const { person, value: last } of threads) {
    if (found.has(person.id)) continue;
    found.set(person.id, { platformId: person.id, participant: toPerson(person), lastMessageAt: last.created_at });
  }
  return compact({ items: [...found.values()], cursor: next });
}

/** An instance has no list of messages, so the newest threads with the person are read as a whole. */
async function list(session: Session, conversationId: string): Promise<Part<PlatformMessage>> {
  const personId = checked(conversationId);
  const found = new Map<string, PlatformMessage>();
  for (const last of (await threadsWith(session, personId)).slice(0, THREADS_MAX)) {
    const path = `${statusPath(last.value.id)}/context`;
    const { value: around } = await callMastodon(session, 'read', { method: 'GET', path }, Context);
    for (const item of [...around.ancestors, last, ...around.descendants]) {
      if (!isBetween(item.value, personId, session.account.platformId)) continue;
      found.set(item.value.id, toMessage(item, toPerson(last.person), session.account));
    }
  }
  const items = [...found.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { items };
}

/** The newest status of a private thread, and the person on its other side. */
interface Thread {
  readonly person: Status['account'];
  readonly value: Status;
  readonly raw: unknown;
}

async function threadsAt(session: Session, cursor: string | undefined) {
  const request = { method: 'GET', path: '/api/v1/conversations', query: { limit: 40, max_id: cursor } } as const;
  const { value, response } = await callMastodon(session, 'read', request, Conversations).catch((error: unknown) => {
    throw isMissingCall(error) ? new PlatformError('not_supported', NO_CONVERSATIONS) : error;
  });
  const threads = value.flatMap(({ value: { accounts, last_status }, raw }): Thread[] => {
    const [person, ...more] = accounts.filter(({ id }) => id !== session.account.platformId);
    if (person === undefined || more.length > 0) return [];
    return [{ person, value: last_status, raw: (raw as { last_status: unknown }).last_status }];
  });
  return { threads, next: olderThan(response.headers.link) };
}

async function threadsWith(session: Session, personId: string): Promise<readonly Thread[]> {
  const found: Thread[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX && found.length === 0; page += 1) {
    const { threads, next } = await threadsAt(session, cursor);
    found.push(...threads.filter(({ person }) => person.id === personId));
    cursor = next;
    if (cursor === undefined) break;
  }
  return found;
}

/** The newest status of the threads with the person. A server without lists of threads gets a new thread. */
async function lastIdWith(session: Session, personId: string): Promise<string | undefined> {
  try {
    return (await threadsWith(session, personId))[0]?.value.id;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not_supported') return undefined;
    throw error;
  }
}

function checked(id: string): string {
  if (MastodonId.safeParse(id).success) return id;
  throw new PlatformError('not_found', 'The instance has nobody with this id.');
}
