import { z } from 'zod';
import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polled, Polling } from '../../core/inbound/polling.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { botIdOf, callTelegram } from './client.ts';
import { messageIdsOf, toComment, toPrivateMessage, toReaction } from './map.ts';
import { type GroupMessage, readMessage, Updates } from './wire.ts';

const UPDATES_MAX = 100;
const KINDS = ['message', 'edited_message', 'message_reaction'];
/** The most threads that are remembered. Telegram names the post of a thread only at the thread's start. */
const THREADS_MAX = 200;

/** The next update, and the post behind each thread of the discussion group. */
const Cursor = z.object({
  next: z.int().min(0),
  threads: z.array(z.tuple([z.int(), z.int()])).max(THREADS_MAX),
});

export const polling: Polling = { pace: { busySeconds: 5, quietSeconds: 60 }, poll };

/**
 * https://core.telegram.org/bots/api#getupdates. An `offset` makes Telegram delete the updates before it. So each poll
 * makes one call, from the offset that the poll before it stored; the rest comes with the next poll.
 */
async function poll(session: Session, cursor: string | undefined, posts: readonly string[]): Promise<Polled> {
  const { next: start, threads: known } = cursorOf(cursor);
  const threads = new Map(known);
  const json = compact({ offset: start, limit: UPDATES_MAX, timeout: 0, allowed_updates: KINDS });
  const updates = await callTelegram(session, 'read', 'getUpdates', { json }, Updates);
  const items: InboundItem[] = [];
  let next = start;
  const botId = botIdOf(session.tokens.accessToken);
  for (const { update_id, message, edited_message: edited, message_reaction: reaction } of updates) {
    next = Math.max(next ?? 0, update_id + 1);
    const raw = message ?? edited;
    const read = readMessage(raw);
    const change = reaction === undefined ? undefined : toReaction(reaction);
    if (change !== undefined) items.push({ kind: 'message_change', change });
    if (read === undefined) continue;
    const privateMessage = toPrivateMessage({ value: read, raw }, botId);
    if (privateMessage !== undefined) items.push({ kind: 'message', message: privateMessage });
    const place = privateMessage === undefined ? placeOf(read, threads, session.account.platformId) : undefined;
    if (place === undefined) continue;
    const postId = posts.find((id) => messageIdsOf(id)?.includes(place.messageId)) ?? String(place.messageId);
    const where = { postId, parentId: place.parentId };
    items.push({ kind: 'comment', comment: toComment({ value: read, raw }, where, session.account, botId) });
  }
  if (next === undefined) return { items };
  const newest = [...threads].slice(-THREADS_MAX);
  const isBehind = updates.length === UPDATES_MAX || undefined;
  const after = JSON.stringify({ next, threads: newest } satisfies z.output<typeof Cursor>);
  return compact({ items, cursor: after, isBehind });
}

/** Without an offset Telegram sends all updates that it still keeps. Then none is lost, and some come twice. */
function cursorOf(cursor: string | undefined): { next?: number; threads: readonly [number, number][] } {
  try {
    return Cursor.parse(JSON.parse(cursor ?? ''));
  } catch {
    return { threads: [] };
  }
}

/**
 * The post that a message of the discussion group is about, and its parent comment. A thread starts with the post,
 * which Telegram forwards automatically. Only direct replies still contain it.
 */
function placeOf(
  message: GroupMessage,
  threads: Map<number, number>,
  channelId: string,
): { messageId: number; parentId: string | undefined } | undefined {
  const own = postOf(message, channelId);
  if (own !== undefined) {
    threads.set(message.message_id, own);
    return undefined;
  }
  const { message_thread_id: thread, reply_to_message: parent } = message;
  const parentPost = parent && postOf(parent, channelId);
  if (parent && parentPost !== undefined) threads.set(parent.message_id, parentPost);
  const messageId = parentPost ?? (thread === undefined ? undefined : threads.get(thread));
  if (messageId === undefined) return undefined;
  const isDirect = parent === undefined || parentPost !== undefined || parent.message_id === thread;
  return { messageId, parentId: isDirect ? undefined : String(parent.message_id) };
}

/** The message of the channel that this one forwards. */
function postOf(message: Pick<GroupMessage, 'is_automatic_forward' | 'forward_origin'>, channelId: string) {
  const { is_automatic_forward: isForwarded, forward_origin: origin } = message;
  return isForwarded && origin?.chat.id === channelId ? origin.message_id : undefined;
}
