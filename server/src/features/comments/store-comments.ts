import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformComment, RemovedItem } from '../../core/messaging/inbox.ts';
import type { Runner } from '../../db/query.ts';
import {
  type Inbox,
  type InboxItem,
  inWaves,
  isNews,
  nameOf,
  nameOfItem,
  receivedEvent,
  removeOrWait,
  storableItems,
  takeChanges,
  toStoredPerson,
} from '../inbox/index.ts';
import * as comments from './comment.repository.ts';
import * as inboxPosts from './inbox-post.repository.ts';
import { type NewComment, upsertComments } from './upsert-comments.repository.ts';

/**
 * Stores comments of a tenant's platforms and returns their events. Repeats and any order lead to the same rows: each
 * comment is stored once, and each new one by somebody else causes one `comment.received`. Our own comments come back as
 * echoes without an event. Further parts of our own threads are posts, not comments.
 */
export async function storeComments(tx: Runner, items: readonly InboxItem<PlatformComment>[]): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const wave of inWaves(await withoutThreadParts(tx, storableItems(items))))
    events.push(...(await write(tx, wave)));
  return events;
}

/** Writes comments of which none is there twice. */
async function write(tx: Runner, items: readonly InboxItem<PlatformComment>[]): Promise<NewEvent[]> {
  const [posts, early] = await Promise.all([postsOf(tx, items), takeChanges(tx, 'comment', items)]);
  const news = items.map((each) => {
    const { inbox, item } = each;
    const { id, is_own } = posts.get(nameOfPost(each)) as inboxPosts.EnsuredPost;
    return {
      id: newId('cmt'),
      accountId: inbox.accountId,
      platform: inbox.platform,
      inboxPostId: id,
      isOwnPost: is_own,
      comment: item,
      author: toStoredPerson(item.author),
      removedAt: early(each)[0]?.at,
    };
  });
  const rows = await upsertComments(tx, tenantOf(items), news);
  const written = new Map(rows.map((row) => [`${row.account_id} ${row.platform_id}`, row]));
  return items.flatMap((each, index) => {
    const { inbox, item: comment } = each;
    const row = written.get(nameOfItem(each));
    const { author, inboxPostId, removedAt } = news[index] as NewComment;
    // A comment that moderation keeps back is found by looking only, and nobody else sees it.
    const isShown = (comment.moderationStatus ?? 'published') === 'published';
    const isReceived = row?.is_new === true && !row.was_mention && !comment.isOwner && isShown;
    if (!isReceived || !isNews(inbox, comment.createdAt)) return [];
    const arrived = {
      ...comment,
      id: row.id,
      author,
      postId: inboxPostId,
      isReply: comment.parentId !== undefined,
      isRemoved: removedAt !== undefined,
    };
    return [receivedEvent(inbox, 'comment', `Comment by ${nameOf(author)}`, arrived)];
  });
}

async function withoutThreadParts(
  tx: Runner,
  items: readonly InboxItem<PlatformComment>[],
): Promise<readonly InboxItem<PlatformComment>[]> {
  const own = items.filter(({ item }) => item.isOwner);
  if (own.length === 0) return items;
  const accountIds = own.map(({ inbox }) => inbox.accountId);
  const platformIds = own.map(({ item }) => item.platformId);
  const rows = await comments.threadParts(tx, tenantOf(own), accountIds, platformIds);
  const parts = new Set(rows.map((row) => `${row.account_id} ${row.platform_id}`));
  return items.filter((each) => !parts.has(nameOfItem(each)));
}

/** The rows of the posts below which the comments stand, by `nameOfPost`. */
async function postsOf(
  tx: Runner,
  items: readonly InboxItem<PlatformComment>[],
): Promise<Map<string, inboxPosts.EnsuredPost>> {
  const places = new Map(
    items.map((each) => {
      const { accountId, platform } = each.inbox;
      return [nameOfPost(each), { accountId, platform, platformPostId: each.item.platformPostId }];
    }),
  );
  const posts = await inboxPosts.ensure(tx, tenantOf(items), [...places.values()]);
  return new Map(posts.map((post) => [`${post.account_id} ${post.platform_id}`, post]));
}

function nameOfPost({ inbox, item }: InboxItem<PlatformComment>): string {
  return `${inbox.accountId} ${item.platformPostId}`;
}

function tenantOf([first]: readonly InboxItem<unknown>[]): string {
  return first?.inbox.tenantId ?? '';
}

/** Removes a comment that was removed on the platform. The removal waits when it comes before the comment. */
export async function removeComment(inbox: Inbox, removal: RemovedItem): Promise<void> {
  await removeOrWait(inbox, removal, comments.remove);
}
