import { z } from 'zod';
import type { Connector } from '../core/connector.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import type { Polled, Polling } from '../core/inbound/polling.ts';
import type { Part, PlatformMention } from '../core/messaging/inbox.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import { compact } from '../lib/compact.ts';

/** Callbacks normally bring everything, so these readings only close gaps. */
const PACE = { busySeconds: 900, quietSeconds: 6 * 3600 };
/** Parts of lists that one reading takes. The next reading goes on there as soon as the platform's budget allows it. */
const PARTS_MAX = 10;
/** Items become visible late, so the next round begins a little earlier and reads the overlap again. */
const OVERLAP_MS = 300_000;
/** For so long a list that cannot be read now makes the next round begin where this one began. */
const UNREAD_MS = 24 * 3_600_000;

/** A list that is still to be read, from a part on. `isAgain`: its reading began again, because the part had expired. */
const OpenList = z.object({
  of: z.enum(['comments', 'mentions']),
  post: z.string().default(''),
  part: z.string().optional(),
  isAgain: z.literal(true).optional(),
});
type OpenList = z.output<typeof OpenList>;

/** A round of readings. Only the start of the next one is kept between two rounds. */
const Round = z.object({
  sinceMs: z.number(),
  startedMs: z.number(),
  open: z.array(OpenList),
  /** Some list could be read, some list could not. */
  hasRead: z.boolean().optional(),
  hasUnread: z.boolean().optional(),
});
type Round = z.output<typeof Round>;

/**
 * Reading of a platform that pushes: comments of the newest posts and mentions since the last round, for callbacks that
 * never arrived. Undefined where none of them can be listed. Messages are read by `readHistory`.
 */
export function catchUpOf(connector: Connector): Polling | undefined {
  const { inbound, comments, mentions } = connector;
  if (inbound === undefined || (!comments?.list && !mentions?.list)) return undefined;
  return { pace: PACE, poll: (session, cursor, posts) => catchUp(connector, session, cursor, posts) };
}

/**
 * Reads the next parts of the round. A round ends when every list was read up to its time, however many items there are.
 * One list that cannot be read now holds up no other.
 */
async function catchUp(
  connector: Connector,
  session: Session,
  cursor: string | undefined,
  posts: readonly string[],
): Promise<Polled> {
  const round = roundOf(connector, session, cursor, posts);
  const items: InboundItem[] = [];
  let unread: PlatformError | undefined;
  for (let parts = 0; parts < PARTS_MAX && round.open.length > 0; parts += 1) {
    const list = round.open.shift() as OpenList;
    try {
      const { found, next } = await readPart(connector, session, list, new Date(round.sinceMs));
      items.push(...found);
      if (next !== undefined) round.open.unshift(next);
      round.hasRead = true;
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'unavailable') throw error;
      unread = error;
    }
  }
  // Nothing at all can be read now.
  if (unread !== undefined && round.hasRead !== true) throw unread;
  round.hasUnread ||= unread !== undefined;
  if (round.open.length > 0) return { items, cursor: JSON.stringify(round), isBehind: true };
  const { sinceMs, startedMs } = round;
  const isAgain = round.hasUnread && startedMs - sinceMs < UNREAD_MS;
  return { items, cursor: new Date(isAgain ? sinceMs : startedMs - OVERLAP_MS).toISOString() };
}

/** The round that the cursor holds, or a new one. Items older than the first round came before the connection, or by callback. */
function roundOf(
  { comments, mentions }: Connector,
  session: Session,
  cursor: string | undefined,
  posts: readonly string[],
): Round {
  if (cursor?.startsWith('{')) return Round.parse(JSON.parse(cursor));
  const startedMs = session.now().getTime();
  const sinceMs = Date.parse(cursor ?? '');
  const open: OpenList[] = comments?.list === undefined ? [] : posts.map((post) => ({ of: 'comments', post }));
  if (mentions?.list !== undefined) open.push({ of: 'mentions', post: '' });
  return { sinceMs: Number.isNaN(sinceMs) ? startedMs - OVERLAP_MS : sinceMs, startedMs, open };
}

/** The items of a part since a time, and the list from its next part on; without `next`, the list is read. */
async function readPart(
  { comments, mentions }: Connector,
  session: Session,
  { isAgain, ...list }: OpenList,
  since: Date,
): Promise<{ readonly found: readonly InboundItem[]; readonly next?: OpenList | undefined }> {
  const { of, post, part } = list;
  try {
    if (of === 'comments') {
      const { items = [], cursor } = (await comments?.list?.(session, post, { since, cursor: part })) ?? {};
      const recent = items.filter(({ createdAt }) => createdAt >= since);
      const found = recent.map((comment): InboundItem => ({ kind: 'comment', comment }));
      return { found, next: following(list, cursor) };
    }
    const { items, cursor }: Part<PlatformMention> = (await mentions?.list?.(session, part)) ?? { items: [] };
    const recent = items.filter(({ createdAt }) => createdAt >= since);
    const found = recent.map((mention): InboundItem => ({ kind: 'mention', mention }));
    return { found, next: recent.length < items.length ? undefined : following(list, cursor) };
  } catch (error) {
    if (!(error instanceof PlatformError) || !UNREADABLE.includes(error.kind)) throw error;
    // A position may have expired. A list whose beginning cannot be read hides nothing else.
    return { found: [], next: part === undefined || isAgain ? undefined : { of, post, isAgain: true } };
  }
}

const UNREADABLE: readonly PlatformError['kind'][] = ['not_found', 'forbidden', 'rejected'];

function following(list: OpenList, cursor: string | undefined): OpenList | undefined {
  return cursor === undefined || cursor === list.part ? undefined : compact({ ...list, part: cursor });
}
