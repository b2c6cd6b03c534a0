import { z } from 'zod';
import type { Connector, InboundItem } from '../core/connector.ts';
import type { Part, PlatformMessage } from '../core/inbox.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';

/** Bounds of what is read back: the conversations, and the pages of each. */
const CONVERSATIONS_MAX = 200;
const PAGES_MAX = 3;
/** Calls of one step. The next step follows when the platform's budget allows it. */
const CALLS_MAX = 5;
const OVERLAP_MS = 300_000;

/** A position in the account's conversations. */
const State = z.object({
  /** Messages since then are wanted, ms; 0: all of them. */
  since: z.number(),
  startedMs: z.number(),
  /** Conversations that were found so far. */
  count: z.number(),
  /** Conversations to be read, each at a page. */
  open: z.array(z.object({ id: z.string(), page: z.string().optional(), pages: z.number() })),
  /** The next page of the list of conversations; null: all were listed. */
  page: z.string().nullable(),
});
type State = z.output<typeof State>;

export interface HistoryStep {
  readonly items: readonly InboundItem[];
  readonly cursor: string;
  readonly isDone: boolean;
}

/**
 * Reads the next few pages of the account's old conversations, newest first. After the end it begins again when
 * `isRepeated`, with what is newer than the last reading: messages whose callbacks never arrived. Undefined where the
 * platform keeps no history, or all of it is read.
 */
export async function readHistory(
  { messages }: Connector,
  session: Session,
  cursor: string | null,
  isRepeated: boolean,
): Promise<HistoryStep | undefined> {
  const { conversations, list } = messages ?? {};
  if (conversations === undefined || list === undefined) return undefined;
  const state = stateOf(cursor, session.now().getTime(), isRepeated);
  if (state === undefined) return undefined;
  const items: InboundItem[] = [];

  const readConversations = async () => {
    const found = await conversations(session, state.page || undefined);
    const recent = found.items.filter(({ lastMessageAt }) => (lastMessageAt?.getTime() ?? Infinity) >= state.since);
    const room = CONVERSATIONS_MAX - state.count;
    state.open.push(...recent.slice(0, room).map(({ platformId }) => ({ id: platformId, pages: 0 })));
    state.count += recent.length;
    const isOver = recent.length < found.items.length || recent.length >= room;
    state.page = isOver ? null : (found.cursor ?? null);
  };

  const readMessages = async ({ id, page, pages }: State['open'][number]) => {
    const found = await orNothing(list(session, id, page));
    const recent = found.items.filter(({ createdAt }) => createdAt.getTime() >= state.since);
    items.push(...recent.map((message): InboundItem => ({ kind: 'message', message })));
    state.open.shift();
    const isOver = recent.length < found.items.length || pages + 1 >= PAGES_MAX;
    if (!isOver && found.cursor !== undefined) state.open.unshift({ id, page: found.cursor, pages: pages + 1 });
  };

  for (let calls = 0; calls < CALLS_MAX && !isDone(state); calls += 1) {
    const [next] = state.open;
    await (next === undefined ? readConversations() : readMessages(next));
  }
  return { items, cursor: JSON.stringify(state), isDone: isDone(state) };
}

function isDone({ open, page }: State): boolean {
  return open.length === 0 && page === null;
}

function stateOf(cursor: string | null, nowMs: number, isRepeated: boolean): State | undefined {
  const state = cursor === null ? undefined : State.parse(JSON.parse(cursor));
  const first = { startedMs: nowMs, count: 0, open: [], page: '' };
  if (state === undefined) return { since: 0, ...first };
  if (!isDone(state)) return state;
  return isRepeated ? { since: state.startedMs - OVERLAP_MS, ...first } : undefined;
}

/** A conversation that is gone or cannot be read any more has no messages. */
async function orNothing(reading: Promise<Part<PlatformMessage>>): Promise<Part<PlatformMessage>> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlatformError && ['not_found', 'rejected'].includes(error.kind)) return { items: [] };
    throw error;
  }
}
