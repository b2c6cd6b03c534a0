import type { z } from 'zod';
import type { InboundItem, Polling } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callMastodon } from './client.ts';
import { toComment } from './map.ts';
import { Context, type Notification, Notifications, type Status } from './wire.ts';

/** Notifications may become visible late and out of order: the cursor stays behind, and the overlap is read again. */
const OVERLAP_MS = 180_000;
/** The first poll looks back this far: what is older was answered elsewhere. */
const FIRST_LOOK_MS = 24 * 3600_000;
const PAGES_MAX = 5;
/** Threads looked up in one poll; what is left over comes with the next one. An instance allows 300 calls in 5 minutes. */
const LOOKUPS_MAX = 15;

export const polling: Polling = { everySeconds: 30, poll };

async function poll(session: Session, cursor: string | undefined, posts: readonly string[]) {
  const items: InboundItem[] = [];
  let next = cursor;
  let lookups = 0;
  for (const { value: notification, raw } of await mentionsSince(session, cursor)) {
    const { status } = notification;
    const isComment = status.visibility !== 'direct' && status.in_reply_to_id;
    if (isComment) {
      const isDirect = posts.includes(status.in_reply_to_id ?? '');
      if (!isDirect && ++lookups > LOOKUPS_MAX) break;
      const post = isDirect ? status.in_reply_to_id : await rootOf(session, status, posts);
      if (post) {
        const words = (raw as { status: unknown }).status;
        items.push({
          kind: 'comment',
          comment: toComment({ value: status, raw: words }, post, session.account.platformId),
        });
      }
    }
    if (notification.created_at.getTime() <= session.now().getTime() - OVERLAP_MS) next = notification.id;
  }
  return { items, ...(next === undefined ? {} : { cursor: next }) };
}

type Mention = { value: z.output<typeof Notification>; raw: unknown };

/** Mentions after the cursor, oldest first; without a cursor those of the last day, as far as one page holds them. */
async function mentionsSince(session: Session, cursor: string | undefined): Promise<readonly Mention[]> {
  const found: Mention[] = [];
  let after = cursor;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { 'types[]': 'mention', limit: 80, min_id: after };
    const request = { method: 'GET', path: '/api/v1/notifications', query } as const;
    const { value: newestFirst, answer } = await callMastodon(session, 'read', request, Notifications);
    found.push(...newestFirst.toReversed());
    const previous = newerThan(answer.headers.link) ?? newestFirst[0]?.value.id;
    if (newestFirst.length === 0 || after === undefined || previous === undefined || previous === after) break;
    after = previous;
  }
  const oldest = cursor === undefined ? session.now().getTime() - FIRST_LOOK_MS : 0;
  return found.filter(({ value }) => value.created_at.getTime() >= oldest);
}

/** The cursor of `rel="prev"`. Only its parameter is taken: where to call is not for an answer to say. */
function newerThan(link: string | undefined): string | undefined {
  return /[?&]min_id=([\w-]{1,64})[^<>,]*>;\s*rel="prev"/.exec(link ?? '')?.[1];
}

/** The post of ours under which a reply stands: one that we know, else the start of the thread when it is ours. */
async function rootOf(session: Session, status: Status, posts: readonly string[]): Promise<string | undefined> {
  const path = `/api/v1/statuses/${encodeURIComponent(status.id)}/context`;
  try {
    const { value } = await callMastodon(session, 'read', { method: 'GET', path }, Context);
    const ancestors = value.ancestors.map((item) => item.value);
    const known = ancestors.findLast(({ id }) => posts.includes(id));
    if (known) return known.id;
    const [start] = ancestors;
    return start && !start.in_reply_to_id && start.account.id === session.account.platformId ? start.id : undefined;
  } catch (error) {
    // Deleted in the meantime.
    if (error instanceof PlatformError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
