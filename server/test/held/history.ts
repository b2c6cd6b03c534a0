import type { ApiResponse, Body } from '../harness.ts';

export const ACTORS = ['owner', 'planner', 'mine', 'lead', 'second'] as const;
export type ActorName = (typeof ACTORS)[number];

/** The owner's key sends directly, the keys `planner` and `mine` (the lead's) send nothing alone; the others may approve. */
export const isHeld = (by: ActorName) => by === 'planner' || by === 'mine';
/** The person that an actor counts as. */
export const personOf = (by: ActorName) => (by === 'mine' ? 'lead' : by);

/** The version of something that waits, as an approver saw it. */
export interface Seen {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
  readonly fingerprint: string;
  readonly text: string;
  readonly accounts: readonly string[];
  readonly dueAt: string | undefined;
}

/** A post or a reply of a history. */
export interface Thing {
  readonly kind: 'post' | 'reply';
  id: string | undefined;
  readonly texts: Set<string>;
  readonly seen: Seen[];
}

export type Call =
  | 'create'
  | 'edit'
  | 'publish'
  | 'retry'
  | 'approve'
  | 'decline'
  | 'remove'
  | 'look'
  | 'brand'
  | 'clock';

/** A request with the real time at which it began and ended. Between the two it took effect, or it did not. */
export interface Act {
  readonly call: Call;
  readonly by: ActorName;
  readonly thing: Thing | undefined;
  readonly start: number;
  readonly end: number;
  readonly status: number;
  readonly body: Body;
  /** The new content of a create or an edit. */
  readonly text?: string;
  readonly accounts?: readonly string[];
  /** Of an approval. */
  readonly seen?: Seen;
  readonly isNow?: boolean;
  readonly newTime?: string | undefined;
  /** Of a brand: whether its posts wait from then on. */
  readonly isOn?: boolean;
}

/** A short run of random requests, everything that was answered, and the way to tell it. */
export interface History {
  readonly name: string;
  readonly things: Thing[];
  readonly acts: Act[];
}

export type ActFacts = Omit<Act, 'start' | 'end' | 'status' | 'body'>;

/** Sends a request and notes it. */
export async function note(history: History, facts: ActFacts, send: () => Promise<ApiResponse>): Promise<Act> {
  const start = Date.now();
  const { status, body } = await send();
  const act = { ...facts, start, end: Date.now(), status, body };
  history.acts.push(act);
  return act;
}

export function isDone({ status, body }: Act): boolean {
  return status < 300 && body?.success !== false;
}

/** Whether a post waits in the response: nothing of it has left by then. */
export function showsWaiting({ body }: Act): boolean {
  return body?.held?.kind === 'post' && ['waiting', 'missed'].includes(body.held.state);
}

/** Whether the brand's posts wait at every moment of the act. */
export function isBrandOn({ acts }: History, { start, end }: Pick<Act, 'start' | 'end'>): boolean {
  const switches = acts.filter((act) => act.call === 'brand' && act.isOn !== undefined && isDone(act));
  const before = switches.filter((act) => act.end < start).at(-1);
  return before?.isOn === true && !switches.some((act) => act.end >= start && act.start <= end && !act.isOn);
}

/** One line for each act, for the message of a failure. */
export function asText({ name, acts, things }: History): string {
  const from = Math.min(...acts.map(({ start }) => start));
  const line = (act: Act) => {
    const { text, accounts, seen, isNow, newTime, isOn } = act;
    const post = act.body?.status === undefined ? '' : ` ${act.body.status}`;
    const held = act.body?.held === undefined || act.body.held === null ? '' : ` held ${JSON.stringify(act.body.held)}`;
    const facts = JSON.stringify({ text, accounts, seen, isNow, newTime, isOn });
    const error = act.status < 300 ? '' : ` ${JSON.stringify(act.body?.error)} ${act.body?.detail_code ?? ''}`;
    return `${act.start - from}-${act.end - from} ${act.by} ${act.call} ${act.thing?.id ?? ''} ${facts} → ${act.status}${post}${held}${error}`;
  };
  return [name, ...things.map(({ kind, id }) => `${kind} ${id}`), ...acts.map(line)].join('\n');
}
