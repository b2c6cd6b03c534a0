import type { z } from 'zod';
import type { Person } from '../../../core/messaging/inbox.ts';
import type { PlatformMessage, PlatformMessageChange } from '../../../core/messaging/messages.ts';
import { PlatformError, unless } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { callXrpc } from '../client.ts';
import { ChatLog, ChatMessages, Convos, readChatMessage, readChatMessageId } from '../wire.ts';
import { chatCall, otherSide, participantOf, toMessage } from './messages.ts';

/** The most conversations that one poll looks up. The next poll continues in the log. */
const CONVOS_MAX = 10;
/** The pages of a conversation that are read without a position in the log: 1,000 messages. */
const PAGES_MAX = 10;

interface ChatUpdates {
  readonly messages: readonly PlatformMessage[];
  readonly changes: readonly PlatformMessageChange[];
  /** The position in the log at which the next poll continues. */
  readonly revision?: string;
  /** There are more lines. */
  readonly isBehind?: true;
}

/**
 * Private messages since a revision of the chat's log. The first time: those of the newest conversations since a time.
 * Not every account may read its messages, so an error response gives no messages.
 */
export async function chatSince(session: Session, revision: string | undefined, sinceMs: number): Promise<ChatUpdates> {
  try {
    return revision === undefined ? await readNewest(session, sinceMs) : await readLog(session, revision);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return compact({ messages: [], changes: [], revision });
  }
}

/**
 * The log without a cursor is empty and tells where it ends. That position is read first, so no message falls between it
 * and the conversations. https://github.com/bluesky-social/atproto/issues/2760
 */
async function readNewest(session: Session, sinceMs: number): Promise<ChatUpdates> {
  const { cursor: revision } = await callXrpc(session, 'read', chatCall('GET', 'getLog', {}), ChatLog);
  const call = chatCall('GET', 'listConvos', { parameters: { limit: 50 } });
  const { convos } = await callXrpc(session, 'read', call, Convos);
  const messages: PlatformMessage[] = [];
  for (const { value: convo } of convos) {
    const participant = otherSide(session, convo);
    const lastMs = readChatMessage(convo.lastMessage)?.sentAt.getTime() ?? Infinity;
    if (participant === undefined || convo.lastMessage === undefined || lastMs < sinceMs) continue;
    const found = await messagesSince(session, convo.id, sinceMs);
    messages.push(...found.map((item) => toMessage(session, item, convo.id, participant)));
  }
  return compact({ messages, changes: [], revision });
}

/** The messages of a conversation since a time, oldest first. */
async function messagesSince(session: Session, convoId: string, sinceMs: number) {
  const found: z.output<typeof ChatMessages>['messages'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const call = chatCall('GET', 'getMessages', { parameters: { convoId, limit: 100, cursor } });
    const response = await callXrpc(session, 'read', call, ChatMessages);
    const recent = response.messages.filter(({ value }) => value.sentAt.getTime() >= sinceMs);
    found.push(...recent);
    cursor = response.cursor;
    if (cursor === undefined || recent.length < response.messages.length) break;
  }
  return found.toReversed();
}

/** https://docs.bsky.app/docs/api/chat-bsky-convo-get-log */
async function readLog(session: Session, revision: string): Promise<ChatUpdates> {
  const call = chatCall('GET', 'getLog', { parameters: { cursor: revision } });
  const { logs, cursor } = await callXrpc(session, 'read', call, ChatLog);
  const people = new Map<string, Person | undefined>();
  const messages: PlatformMessage[] = [];
  const changes: PlatformMessageChange[] = [];
  let read = revision;
  for (const { value: line } of logs) {
    const isUnknown = line.$type.endsWith('#logCreateMessage') && !people.has(line.convoId);
    if (isUnknown && people.size === CONVOS_MAX) return { messages, changes, revision: read, isBehind: true };
    read = line.rev;
    const change = changeOf(line, session.now());
    if (change !== undefined) changes.push(change);
    const value = line.$type.endsWith('#logCreateMessage') ? readChatMessage(line.message) : undefined;
    if (value === undefined) continue;
    const { convoId } = line;
    // The account may have left the conversation. The lines after it must not wait.
    if (isUnknown) people.set(convoId, await participantOf(session, convoId).catch(unless('not_found', 'rejected')));
    const participant = people.get(convoId);
    if (participant !== undefined)
      messages.push(toMessage(session, { value, raw: line.message }, convoId, participant));
  }
  return { messages, changes, revision: cursor ?? revision };
}

type LogLine = z.output<typeof ChatLog>['logs'][number]['value'];

/** A reaction, or a message that the account has deleted on its side. */
function changeOf({ $type, message, reaction }: LogLine, now: Date): PlatformMessageChange | undefined {
  const platformId = readChatMessageId(message);
  if (platformId === undefined) return undefined;
  if ($type.endsWith('#logDeleteMessage')) return { platformId, at: now, change: 'removed' };
  if (reaction === undefined) return undefined;
  const { value, sender, createdAt: at } = reaction;
  const reacted = { platformId, at, change: 'reaction', personId: sender.did } as const;
  if ($type.endsWith('#logAddReaction')) return { ...reacted, emoji: value };
  return $type.endsWith('#logRemoveReaction') ? { ...reacted, emoji: null } : undefined;
}
