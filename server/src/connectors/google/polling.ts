import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polling } from '../../core/inbound/polling.ts';
import type { PlatformReview } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { reviews } from './reviews.ts';

/** Reviews become visible late. So the cursor stays behind, and the overlap is read again. */
const OVERLAP_MS = 300_000;
/** The newest 5,000 reviews. */
const PAGES_MAX = 100;

/** Each call returns up to 50 reviews, the last changed first. All locations of an app share 300 calls a minute. */
export const polling: Polling = {
  pace: { busySeconds: 60, quietSeconds: 1800 },
  limit: { calls: 300, seconds: 60 },
  poll,
};

/** New reviews, changed ones and changed replies since the last poll; the first one reads them all. */
async function poll(session: Session, cursor: string | undefined) {
  const startedMs = session.now().getTime();
  const sinceMs = cursor === undefined ? 0 : Date.parse(cursor);
  const found: PlatformReview[] = [];
  let page: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const part = await reviews.list(session, page);
    const recent = part.items.filter((review) => changedMs(review) >= sinceMs);
    found.push(...recent);
    page = part.cursor;
    if (page === undefined || recent.length < part.items.length) break;
  }
  const items = found.toReversed().map((review): InboundItem => ({ kind: 'review', review }));
  return { items, cursor: new Date(startedMs - OVERLAP_MS).toISOString() };
}

function changedMs({ createdAt, updatedAt = createdAt, reply }: PlatformReview): number {
  return Math.max(updatedAt.getTime(), reply?.createdAt.getTime() ?? 0);
}
