import type { Person, PlatformMessage } from '../../core/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callXrpc } from './client.ts';
import { chatCall, otherSide, participantOf, toMessage } from './messages.ts';
import { ChatLog, Convos, readChatMessage } from './wire.ts';

/** Conversations that are looked up in one poll; the log goes on with the next. */
const CONVOS_MAX = 10;

interface Heard {
  readonly messages: readonly PlatformMessage[];
  /** Where the log goes on. */
  readonly revision?: string;
}

/**
 * What was said in private since a revision of the chat's log; the first time what was said last in each conversation.
 * Not every account may read its messages, so a refusal here is silence: the token was good for everything else.
 */
export async function chatSince(session: Session, revision: string | undefined, sinceMs: number): Promise<Heard> {
  try {
    return revision === undefined ? await firstLook(session, sinceMs) : await readLog(session, revision);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { messages: [], ...(revision === undefined ? {} : { revision }) };
  }
}

async function firstLook(session: Session, sinceMs: number): Promise<Heard> {
  const call = chatCall('GET', 'listConvos', { parameters: { limit: 50 } });
  const { convos } = await callXrpc(session, 'read', call, Convos);
  const messages = convos.flatMap(({ value: convo }): PlatformMessage[] => {
    const value = readChatMessage(convo.lastMessage);
    const participant = otherSide(session, convo);
    if (value === undefined || participant === undefined || value.sentAt.getTime() < sinceMs) return [];
    return [toMessage(session, { value, raw: convo.lastMessage }, convo.id, participant)];
  });
  const revision = convos
    .map(({ value }) => value.rev)
    .sort()
    .at(-1);
  return { messages, ...(revision === undefined ? {} : { revision }) };
}

/** https://docs.bsky.app/docs/api/chat-bsky-convo-get-log */
async function readLog(session: Session, revision: string): Promise<Heard> {
  const call = chatCall('GET', 'getLog', { parameters: { cursor: revision } });
  const { logs, cursor } = await callXrpc(session, 'read', call, ChatLog);
  const people = new Map<string, Person | undefined>();
  const messages: PlatformMessage[] = [];
  for (const { value: line } of logs) {
    const value = line.$type.endsWith('#logCreateMessage') ? readChatMessage(line.message) : undefined;
    if (value === undefined) continue;
    const { convoId } = line;
    if (!people.has(convoId) && people.size < CONVOS_MAX) people.set(convoId, await participantOf(session, convoId));
    const participant = people.get(convoId);
    if (participant !== undefined)
      messages.push(toMessage(session, { value, raw: line.message }, convoId, participant));
  }
  return { messages, revision: cursor ?? revision };
}
