import { z } from 'zod';
import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polling } from '../../core/inbound/polling.ts';
import type { PlatformComment } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { listReplies, listThreads, oldestFirst, type ShownThread } from './comments/threads.ts';

/** Comments may become visible late. So the cursor stays behind, and the overlap is read again. */
const OVERLAP_MS = 180_000;
/** The first poll reads this far back; older comments were handled before the connection. */
const FIRST_LOOK_MS = 24 * 3600_000;
/** The newest 200 threads of the channel show new replies. More pages are read for new threads only. */
const PAGES_USUAL = 2;
const PAGES_MAX = 50;
/** The maximum of threads whose replies one poll reads; the next poll continues. */
const LOOKUPS_MAX = 10;

/** A poll costs one or two of the 10,000 units that all accounts of an app share per day. */
export const polling: Polling = {
  pace: { busySeconds: 120, quietSeconds: 3600 },
  limit: { calls: 10_000, seconds: 86_400 },
  poll,
};

/** The time up to which everything has been read, and the reply counts of threads whose replies the list cuts off. */
const Cursor = z.object({ since: z.number(), totals: z.record(z.string(), z.number()) });

/**
 * One call covers all videos of the channel. Only the number of replies shows a new reply in an old thread. So this
 * number is stored for threads whose replies the list cuts off.
 */
async function poll(session: Session, cursor: string | undefined, _posts: readonly string[]) {
  const now = session.now().getTime();
  const before = cursorOf(cursor) ?? { since: now - FIRST_LOOK_MS, totals: {} };
  const filter = { allThreadsRelatedToChannelId: session.account.platformId };
  const isPast = (page: readonly ShownThread[]) =>
    page.some(({ comment }) => comment.createdAt.getTime() <= before.since);
  let pages = 0;
  const isEnough = (page: readonly ShownThread[]) => ++pages >= PAGES_USUAL && isPast(page);
  const { items: threads } = await listThreads(session, filter, { pagesMax: PAGES_MAX, isEnough });
  const totals: Record<string, number> = {};
  const found: PlatformComment[] = [];
  let lookups = 0;
  let isBehind = false;
  for (const thread of threads.toReversed()) {
    const replies = await newReplies(thread);
    found.push(thread.comment, ...[...replies].reverse().sort(oldestFirst));
  }

  async function newReplies(thread: ShownThread): Promise<readonly PlatformComment[]> {
    if (thread.replies.length >= thread.total) return thread.replies;
    const known = before.totals[thread.id];
    if (known === thread.total || lookups === LOOKUPS_MAX) {
      if (known !== undefined) totals[thread.id] = known;
      isBehind ||= known !== thread.total;
      return thread.replies;
    }
    lookups += 1;
    totals[thread.id] = thread.total;
    return (await listReplies(session, thread)).items;
  }

  const items = found
    .filter(({ isOwner, createdAt }) => !isOwner && createdAt.getTime() > before.since)
    .sort(oldestFirst)
    .map((comment): InboundItem => ({ kind: 'comment', comment }));
  const since = isBehind ? before.since : Math.max(before.since, now - OVERLAP_MS);
  return { items, cursor: JSON.stringify({ since, totals }) };
}

function cursorOf(text: string | undefined): z.output<typeof Cursor> | undefined {
  try {
    return Cursor.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}
