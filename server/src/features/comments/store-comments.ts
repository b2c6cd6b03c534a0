import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformComment, RemovedItem } from '../../core/inbox.ts';
import { toStorable } from '../../lib/storable-text.ts';
import {
  type Inbox,
  isNews,
  nameOf,
  receivedEvent,
  removeOrWait,
  takeChanges,
  toStoredPerson,
} from '../inbox/index.ts';
import * as comments from './comment.repository.ts';
import * as inboxPosts from './inbox-post.repository.ts';

/**
 * Stores comments of a platform and returns their events. Repeats and any order lead to the same rows: each comment is
 * stored once, and each new one by somebody else causes one `comment.received`. Our own comments come back as echoes
 * without an event. Further parts of our own threads are posts, not comments.
 */
export async function storeComments(inbox: Inbox, items: readonly PlatformComment[]): Promise<NewEvent[]> {
  const { tx, tenantId, accountId, platform } = inbox;
  const events: NewEvent[] = [];
  const postIds = new Map<string, string>();
  const parts = await comments.threadParts(
    tx,
    tenantId,
    accountId,
    items.filter((item) => item.isOwner).map((item) => item.platformId),
  );
  const early = await takeChanges(
    tx,
    inbox,
    'comment',
    items.map((item) => item.platformId),
  );
  for (const comment of items.map(toStorable)) {
    if (parts.has(comment.platformId)) continue;
    let inboxPostId = postIds.get(comment.platformPostId);
    if (inboxPostId === undefined) {
      inboxPostId = await inboxPosts.ensure(tx, tenantId, newId('ip'), accountId, platform, comment.platformPostId);
      postIds.set(comment.platformPostId, inboxPostId);
    }
    const author = toStoredPerson(comment.author);
    const [removed] = early.get(comment.platformId) ?? [];
    const written = await comments.upsert(tx, inbox, {
      id: newId('cmt'),
      inboxPostId,
      comment,
      author,
      removedAt: removed?.at,
    });
    // A comment that moderation keeps back is found by looking only, and nobody else sees it.
    const isShown = (comment.moderationStatus ?? 'published') === 'published';
    const isReceived = written.is_new && !written.was_mention && !comment.isOwner && isShown;
    if (!isReceived || !isNews(inbox, comment.createdAt)) continue;
    const arrived = {
      ...comment,
      id: written.id,
      author,
      postId: inboxPostId,
      isReply: comment.parentId !== undefined,
      isRemoved: removed !== undefined,
    };
    events.push(receivedEvent(inbox, 'comment', `Comment by ${nameOf(author)}`, arrived));
  }
  return events;
}

/** Removes a comment that was removed on the platform. The removal waits when it comes before the comment. */
export async function removeComment(inbox: Inbox, removal: RemovedItem): Promise<void> {
  await removeOrWait(inbox, removal, comments.remove);
}
