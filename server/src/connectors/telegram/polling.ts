import { z } from 'zod';
import type { InboundItem, Polling } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { botIdOf, callTelegram } from './client.ts';
import { messageIdsOf, toComment, toPrivateMessage } from './map.ts';
import { type GroupMessage, readMessage, Updates } from './wire.ts';

const UPDATES_MAX = 100;
/** Threads that are remembered: Telegram says which post a thread belongs to only when it begins. */
const THREADS_MAX = 200;

/** The next update, and the post behind each thread of the discussion group. */
const Cursor = z.object({
  next: z.int().min(0),
  threads: z.array(z.tuple([z.int(), z.int()])).max(THREADS_MAX),
});

export const polling: Polling = { everySeconds: 10, poll };

/**
 * https://core.telegram.org/bots/api#getupdates. Asking from a number on tells Telegram to forget what came before, so
 * a poll asks from what the one before has stored, once; what is left over comes with the next one.
 */
async function poll(session: Session, cursor: string | undefined, posts: readonly string[]) {
  const { next: start, threads: known } = cursorOf(cursor);
  const threads = new Map(known);
  const json = {
    ...(start === undefined ? {} : { offset: start }),
    limit: UPDATES_MAX,
    timeout: 0,
    allowed_updates: ['message'],
  };
  const updates = await callTelegram(session, 'read', 'getUpdates', { json }, Updates);
  const items: InboundItem[] = [];
  let next = start;
  for (const { update_id, message } of updates) {
    next = Math.max(next ?? 0, update_id + 1);
    const read = readMessage(message);
    if (read === undefined) continue;
    const botId = botIdOf(session.tokens.accessToken);
    const written = toPrivateMessage({ value: read, raw: message }, botId);
    if (written !== undefined) items.push({ kind: 'message', message: written });
    const place = written === undefined ? placeOf(read, threads, session.account.platformId) : undefined;
    if (place === undefined) continue;
    const postId = posts.find((id) => messageIdsOf(id)?.includes(place.messageId)) ?? String(place.messageId);
    const where = { postId, ...(place.parentId === undefined ? {} : { parentId: place.parentId }) };
    const comment = toComment({ value: read, raw: message }, where, session.account, botId);
    items.push({ kind: 'comment', comment });
  }
  if (next === undefined) return { items };
  const kept = [...threads].slice(-THREADS_MAX);
  return { items, cursor: JSON.stringify({ next, threads: kept } satisfies z.output<typeof Cursor>) };
}

/** Without a place to go on from Telegram tells all that it still keeps: nothing is lost then, and some comes twice. */
function cursorOf(cursor: string | undefined): { next?: number; threads: readonly [number, number][] } {
  try {
    return Cursor.parse(JSON.parse(cursor ?? ''));
  } catch {
    return { threads: [] };
  }
}

/**
 * The post that a message of the discussion group is about, and the comment that it answers. A thread begins with the
 * post, which Telegram passes on by itself; only direct answers still carry it.
 */
function placeOf(
  message: GroupMessage,
  threads: Map<number, number>,
  channelId: string,
): { messageId: number; parentId?: string } | undefined {
  const own = postOf(message, channelId);
  if (own !== undefined) {
    threads.set(message.message_id, own);
    return undefined;
  }
  const { message_thread_id: thread, reply_to_message: answered } = message;
  const answeredPost = answered && postOf(answered, channelId);
  if (answered && answeredPost !== undefined) threads.set(answered.message_id, answeredPost);
  const messageId = answeredPost ?? (thread === undefined ? undefined : threads.get(thread));
  if (messageId === undefined) return undefined;
  const isDirect = answered === undefined || answeredPost !== undefined || answered.message_id === thread;
  return { messageId, ...(isDirect ? {} : { parentId: String(answered.message_id) }) };
}

/** The message of the channel that this one passes on. */
function postOf(message: Pick<GroupMessage, 'is_automatic_forward' | 'forward_origin'>, channelId: string) {
  const { is_automatic_forward: isPassedOn, forward_origin: origin } = message;
  return isPassedOn && origin?.chat.id === channelId ? origin.message_id : undefined;
}
