import type { NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import type { PlatformComment } from '../../core/inbox.ts';
import type { Runner } from '../../db/query.ts';
import { record } from '../events/index.ts';
import * as comments from './comment.repository.ts';

/** The account that received the comments. */
export interface CommentedAccount {
  readonly tenantId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly livemode: boolean;
}

/**
 * Stores comments of a platform. Repeats and any order lead to the same rows: each comment is stored once, and each
 * new one by somebody else causes one `comment.received`. Our own comments come back as echoes without an event. Further
 * parts of our own threads are posts, not comments.
 */
export async function storeComments(
  tx: Runner,
  account: CommentedAccount,
  items: readonly PlatformComment[],
): Promise<void> {
  const { tenantId, accountId, platform } = account;
  const events: NewEvent[] = [];
  const postIds = new Map<string, string>();
  // Rows are locked in one order, so that two transactions that store the same comments cannot wait for each other.
  const parts = await comments.threadParts(
    tx,
    tenantId,
    accountId,
    items.filter((item) => item.isOwner).map((item) => item.platformId),
  );
  const ordered = items
    .filter((item) => !parts.has(item.platformId))
    .sort((a, b) => compare(a.platformPostId, b.platformPostId) || compare(a.platformId, b.platformId));
  for (const comment of ordered) {
    let inboxPostId = postIds.get(comment.platformPostId);
    if (inboxPostId === undefined) {
      inboxPostId = await comments.ensurePost(tx, tenantId, newId('ip'), accountId, platform, comment.platformPostId);
      postIds.set(comment.platformPostId, inboxPostId);
    }
    const { id, is_new: isNew } = await comments.upsert(tx, tenantId, accountId, platform, {
      id: newId('cmt'),
      inboxPostId,
      platformId: comment.platformId,
      parentPlatformId: comment.parentId ?? null,
      author: toAuthor(comment),
      text: comment.text,
      isOwner: comment.isOwner,
      likeCount: comment.likeCount ?? 0,
      isHidden: comment.isHidden ?? false,
      createdAt: comment.createdAt,
    });
    if (isNew && !comment.isOwner) events.push(receivedEvent(account, comment, id, inboxPostId));
  }
  await record(
    tx,
    tenantId,
    events.sort((a, b) => compare(String(a.data.created_at), String(b.data.created_at))),
  );
}

function receivedEvent(account: CommentedAccount, comment: PlatformComment, id: string, inboxPostId: string): NewEvent {
  return {
    type: 'comment.received',
    resourceId: id,
    accountId: account.accountId,
    platform: account.platform,
    summary: `Comment by ${comment.author.username ?? comment.author.name ?? comment.author.id}`,
    rawPayload: comment.raw,
    data: {
      id,
      type: 'comment',
      platform: account.platform,
      account_id: account.accountId,
      platform_id: comment.platformId,
      author: toAuthor(comment),
      content: { text: comment.text, media: [] },
      created_at: comment.createdAt.toISOString(),
      received_at: new Date().toISOString(),
      metadata: {},
      post_id: inboxPostId,
      platform_post_id: comment.platformPostId,
      is_reply: comment.parentId !== undefined,
      livemode: account.livemode,
    },
  };
}

function toAuthor({ author }: PlatformComment) {
  return {
    id: author.id,
    ...(author.name === undefined ? {} : { name: author.name }),
    ...(author.username === undefined ? {} : { username: author.username }),
    ...(author.avatarUrl === undefined ? {} : { avatar_url: author.avatarUrl }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
