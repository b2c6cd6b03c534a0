import type { InboundItem } from '../../core/inbound/callbacks.ts';
import type { Polling } from '../../core/inbound/polling.ts';
import type { PlatformComment } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { encodeUrn } from '../linkedin/urn.ts';
import { listElements } from './client.ts';
import { listComments } from './comments.ts';
import { authorOf } from './map.ts';
import { withNames } from './people.ts';
import { Notice } from './wire.ts';

/** Notices may come late. So the cursor stays behind, and the overlap is read again. */
const OVERLAP_MS = 180_000;
/** The first poll reads this far back; older comments were handled before the connection. */
const FIRST_LOOK_MS = 24 * 3600_000;
/** LinkedIn stores notices for 60 days. */
const KEPT_MS = 59 * 24 * 3600_000;

const PAGES_MAX = 5;
/** For so long the cursor waits for a post whose comments cannot be read now. */
const UNREAD_MS = 24 * 3600_000;

/** An app in LinkedIn's development tier has 500 calls a day. */
export const polling: Polling = {
  pace: { busySeconds: 120, quietSeconds: 3600 },
  limit: { calls: 500, seconds: 86_400 },
  poll,
};

const NOTHING = { wanted: new Set<string>(), isWhole: true };

/**
 * One call while nothing is new. Notices name a post by another URN than the post's own. So the newest posts are
 * searched until every announced comment is found, or all of them when there are more notices than one poll reads. The
 * cursor is the time up to which everything has been read.
 */
async function poll(session: Session, cursor: string | undefined, posts: readonly string[]) {
  const now = session.now().getTime();
  const sinceMs = Math.max(timeOf(cursor) ?? now - FIRST_LOOK_MS, now - KEPT_MS);
  const { wanted, isWhole } = posts.length === 0 ? NOTHING : await announced(session, sinceMs, now);
  const found: PlatformComment[] = [];
  let read = 0;
  let unread: PlatformError | undefined;
  for (const post of posts) {
    if (isWhole && wanted.size === 0) break;
    const comments = await commentsOf(session, post).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error.kind !== 'unavailable') throw error;
      unread = error;
    });
    if (comments === undefined) continue;
    read += 1;
    for (const { platformId } of comments) wanted.delete(platformId);
    found.push(...comments.filter(({ createdAt }) => createdAt.getTime() > sinceMs));
  }
  if (unread !== undefined && read === 0) throw unread;
  const comments = await withNames(session, found);
  comments.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const items = comments.map((comment): InboundItem => ({ kind: 'comment', comment }));
  const isAgain = unread !== undefined && now - sinceMs < UNREAD_MS;
  return { items, cursor: new Date(isAgain ? sinceMs : Math.max(sinceMs, now - OVERLAP_MS)).toISOString() };
}

function timeOf(cursor: string | undefined): number | undefined {
  const ms = Date.parse(cursor ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-social-action-notifications */
async function announced(session: Session, sinceMs: number, now: number) {
  const range = `timeRange=(start:${sinceMs},end:${now + OVERLAP_MS})`;
  const entity = `organizationalEntity=${encodeUrn(authorOf(session.account).urn)}`;
  const query = `q=criteria&actions=List(COMMENT,ADMIN_COMMENT)&${entity}&${range}`;
  const request = { path: '/rest/organizationalEntityNotifications', query, restMethod: 'FINDER' } as const;
  const { items, isWhole } = await listElements(session, request, Notice, PAGES_MAX);
  return { wanted: new Set(items.filter((urn) => urn !== undefined)), isWhole };
}

/** A post that was deleted meanwhile has no comments. */
async function commentsOf(session: Session, post: string): Promise<PlatformComment[]> {
  try {
    return await listComments(session, post);
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not_found') return [];
    throw error;
  }
}
