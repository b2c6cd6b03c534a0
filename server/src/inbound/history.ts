import { z } from 'zod';
import type { Connector } from '../core/connector.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import type { PlatformMessage } from '../core/messaging/messages.ts';
import { PlatformError, unless } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import { CallMeter } from './call-meter.ts';
import { budgetSeconds } from './pace.ts';

/** Bounds of the messages from before the connection: the conversations, and the pages of each. */
const CONVERSATIONS_MAX = 200;
const PAGES_MAX = 3;
/** Calls of one reading. The next step follows when the platform's budget allows it. */
const STEPS_MAX = 20;
const OVERLAP_MS = 300_000;
/** A conversation that cannot be read now is tried again after this time, for a day. */
const AGAIN_SECONDS = 300;
const UNREAD_MS = 24 * 3_600_000;

/** A position in the account's conversations. */
const State = z.object({
  /** Conversations that changed since then are wanted, ms; 0: all of them. */
  since: z.number(),
  /**
   * Their messages are read back to the time of the round before. A conversation that moves up the list while pages are read
   * is missed in that round; its new message brings it into the next one.
   */
  messagesSince: z.number().optional(),
  startedMs: z.number(),
  /** Conversations that were found so far. */
  count: z.number(),
  /** Conversations to be read, each at a page. */
  open: z.array(
    z.object({
      id: z.string(),
      page: z.string().optional(),
      pages: z.number(),
      /** It could not be read since then, ms. It waits behind the others. */
      failedMs: z.number().optional(),
    }),
  ),
  /** The next page of the list of conversations; null: all were listed. */
  page: z.string().nullable(),
  /** The list of conversations was begun again in this round. */
  isAgain: z.boolean().optional(),
  /** The platform's budget allows the next step from then on, ms. */
  notBeforeMs: z.number().default(0),
});
type State = z.output<typeof State>;

export interface HistoryStep {
  readonly items: readonly InboundItem[];
  readonly cursor: string;
  /** Seconds until the next step; null: everything is read. */
  readonly nextSeconds: number | null;
}

/**
 * Reads the next few pages of the account's old messages, newest first. After the end it begins again where the platform
 * reports messages by callback only, whose callbacks may have been lost, or not at all. Then it reads what is newer than
 * the last reading, however much that is. Undefined where there is nothing to read now.
 */
export async function readHistory(
  connector: Connector,
  unmetered: Session,
  cursor: string | null,
): Promise<HistoryStep | undefined> {
  const { conversations, list, everyMessage } = connector.messages ?? {};
  if (everyMessage === undefined && (conversations === undefined || list === undefined)) return undefined;
  const isRepeated = everyMessage !== undefined || connector.polling === undefined;
  const meter = new CallMeter(connector.pacing?.callsLeft);
  const session = meter.of(unmetered);
  const nowMs = session.now().getTime();
  const state = stateOf(cursor, nowMs, isRepeated);
  if (state === undefined || state.notBeforeMs > nowMs) return undefined;
  const items: InboundItem[] = [];
  const isBounded = state.since === 0;
  const keep = (found: readonly PlatformMessage[], since: number) => {
    const recent = found.filter(({ createdAt }) => createdAt.getTime() >= since);
    items.push(...recent.map((message): InboundItem => ({ kind: 'message', message })));
    return recent.length < found.length;
  };

  const readEveryMessage = async () => {
    const found = await everyMessage?.(session, state.page || undefined);
    const isOver = keep(found?.items ?? [], state.since);
    state.page = isOver ? null : (found?.cursor ?? null);
  };

  const readConversations = async () => {
    const found = await fromAnyPage(state, (page) => conversations?.(session, page));
    const listed = found?.items ?? [];
    const recent = listed.filter(({ lastMessageAt }) => (lastMessageAt?.getTime() ?? Infinity) >= state.since);
    const room = isBounded ? CONVERSATIONS_MAX - state.count : Infinity;
    state.open.push(...recent.slice(0, room).map(({ platformId }) => ({ id: platformId, pages: 0 })));
    state.count += recent.length;
    const isOver = recent.length < listed.length || recent.length >= room;
    state.page = isOver ? null : (found?.cursor ?? null);
  };

  const readMessages = async ({ id, page, pages }: State['open'][number]) => {
    // A conversation that is gone or cannot be read any more has no messages.
    const found = (await list?.(session, id, page).catch(unless('not_found', 'rejected'))) ?? { items: [] };
    const isOver = keep(found.items, state.messagesSince ?? state.since) || (isBounded && pages + 1 >= PAGES_MAX);
    state.open.shift();
    if (!isOver && found.cursor !== undefined) state.open.unshift({ id, page: found.cursor, pages: pages + 1 });
    return true;
  };

  /** Moves a conversation behind the others, or gives it up. */
  const postpone = (failed: State['open'][number]) => {
    const { failedMs = nowMs } = failed;
    state.open.shift();
    if (nowMs - failedMs < UNREAD_MS) state.open.push({ ...failed, failedMs });
  };

  let hasFailed = false;
  for (let steps = 0; steps < STEPS_MAX && !hasFailed && !isDone(state); steps += 1) {
    const [next] = state.open;
    if (next === undefined) await (everyMessage === undefined ? readConversations() : readEveryMessage());
    else if ((await readMessages(next).catch(unless('unavailable'))) === undefined) {
      postpone(next);
      hasFailed = true;
    }
  }
  const budgetPause = meter.left === undefined ? 0 : budgetSeconds(meter.left, meter.calls);
  const isStuck = hasFailed && state.open.every(({ failedMs }) => failedMs !== undefined);
  const pauseSeconds = Math.max(budgetPause, isStuck ? AGAIN_SECONDS : 0);
  state.notBeforeMs = nowMs + pauseSeconds * 1000;
  return { items, cursor: JSON.stringify(state), nextSeconds: isDone(state) ? null : pauseSeconds };
}

function isDone({ open, page }: State): boolean {
  return open.length === 0 && page === null;
}

function stateOf(cursor: string | null, nowMs: number, isRepeated: boolean): State | undefined {
  const state = cursor === null ? undefined : State.parse(JSON.parse(cursor));
  const first = { startedMs: nowMs, count: 0, open: [], page: '', notBeforeMs: state?.notBeforeMs ?? 0 };
  if (state === undefined) return { since: 0, ...first };
  if (!isDone(state)) return state;
  const since = state.startedMs - OVERLAP_MS;
  return isRepeated ? { since, messagesSince: state.since === 0 ? since : state.since, ...first } : undefined;
}

/** A page of the list of conversations. The list begins again, once, when the platform does not know the page any more. */
async function fromAnyPage<T>(
  state: State,
  read: (page: string | undefined) => Promise<T> | undefined,
): Promise<T | undefined> {
  try {
    return await read(state.page || undefined);
  } catch (error) {
    if (!state.page || !(error instanceof PlatformError) || error.kind !== 'rejected') throw error;
    if (state.isAgain) return undefined;
    state.isAgain = true;
    return await read(undefined);
  }
}
