import type { Connector, InboundItem, Polled, Polling } from '../core/connector.ts';
import type { Part } from '../core/inbox.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import { compact } from '../lib/compact.ts';

/** Callbacks normally bring everything, so these readings only close gaps. */
const PACE = { busySeconds: 900, quietSeconds: 6 * 3600 };
/** The newest posts, whose comments are read. */
const POSTS_MAX = 10;
const PAGES_MAX = 10;
/** Items become visible late. So the cursor stays behind, and the overlap is read again. */
const OVERLAP_MS = 300_000;

/**
 * Reading of a platform that pushes: comments of the newest posts, mentions and reviews since the last reading, for
 * callbacks that never arrived. Undefined where none of them can be listed.
 */
export function catchUpOf(connector: Connector): Polling | undefined {
  const { comments, mentions, reviews } = connector;
  if (connector.inbound === undefined || (!comments?.list && !mentions?.list && !reviews)) return undefined;
  return { pace: PACE, poll: (session, cursor, posts) => catchUp(connector, session, cursor, posts) };
}

async function catchUp(
  { comments, mentions, reviews }: Connector,
  session: Session,
  cursor: string | undefined,
  posts: readonly string[],
): Promise<Polled> {
  const startedMs = session.now().getTime();
  // What is older than the first reading came before the account was connected, or by callback.
  const since = new Date(Number.isNaN(Date.parse(cursor ?? '')) ? startedMs - OVERLAP_MS : Date.parse(cursor ?? ''));
  const items: InboundItem[] = [];
  const listComments = comments?.list;
  for (const post of listComments === undefined ? [] : posts.slice(0, POSTS_MAX)) {
    const found = await orNothing(listComments?.(session, post), []);
    items.push(...found.filter(({ createdAt }) => createdAt >= since).map(toCommentItem));
  }
  const { list: listMentions } = mentions ?? {};
  if (listMentions !== undefined) {
    const found = await readSince((position) => orNothing(listMentions(session, position), NOTHING), since, createdAt);
    items.push(...found.map((mention): InboundItem => ({ kind: 'mention', mention })));
  }
  if (reviews !== undefined) {
    const found = await readSince((position) => orNothing(reviews.list(session, position), NOTHING), since, changedAt);
    items.push(...found.map((review): InboundItem => ({ kind: 'review', review })));
  }
  return compact({ items, cursor: new Date(startedMs - OVERLAP_MS).toISOString() });
}

/** Pages of a list that is sorted by `at`, newest first, until the time or a bound. */
export async function readSince<Item>(
  page: (position: string | undefined) => Promise<Part<Item>>,
  since: Date,
  at: (item: Item) => Date,
): Promise<Item[]> {
  const found: Item[] = [];
  let position: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { items, cursor } = await page(position);
    const recent = items.filter((item) => at(item) >= since);
    found.push(...recent);
    if (cursor === undefined || recent.length < items.length) break;
    position = cursor;
  }
  return found;
}

const NOTHING = { items: [] };

/** What the account may not read, or what is gone, hides nothing else. */
async function orNothing<T>(reading: Promise<T> | undefined, nothing: T): Promise<T> {
  try {
    return (await reading) ?? nothing;
  } catch (error) {
    if (error instanceof PlatformError && ['not_found', 'forbidden', 'rejected'].includes(error.kind)) return nothing;
    throw error;
  }
}

function toCommentItem(comment: Extract<InboundItem, { kind: 'comment' }>['comment']): InboundItem {
  return { kind: 'comment', comment };
}

function createdAt(item: { readonly createdAt: Date }): Date {
  return item.createdAt;
}

function changedAt(item: { readonly createdAt: Date; readonly updatedAt?: Date }): Date {
  return item.updatedAt ?? item.createdAt;
}
