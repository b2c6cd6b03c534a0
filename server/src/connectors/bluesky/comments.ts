import type { KeyedEffect } from '../../core/effect.ts';
import { answeredId, type CommentPart, type Comments, type ReplyInput } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callXrpc } from './client.ts';
import { matchesText, toComment } from './map.ts';
import { moderation } from './moderation/moderation.ts';
import { KEY_WINDOW_SECONDS, LOOKS_AFTER_SECONDS, listOwn } from './publish.ts';
import { prepareRecord, putRecord } from './record/record.ts';
import { addressOf, replyTo } from './record/refs.ts';
import { PostView, Thread, ThreadNode } from './wire.ts';

/** Each level of a thread lies two levels deeper in the JSON, and we read 64 of those. */
const DEPTH_MAX = 25;

/** Class A like a post. */
export const reply: KeyedEffect<ReplyInput> = {
  class: 'A',
  keyWindowSeconds: KEY_WINDOW_SECONDS,
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,

  async prepare(session, input) {
    const refs = await replyTo(session, answeredId(input));
    return await prepareRecord(session, { text: input.text, media: [] }, {}, refs);
  },

  send: (session, _input, prepared, key) => putRecord(session, prepared, key),
  list: (session, input, since) => listOwn(session, since, answeredId(input)),
  matches: ({ text }, item) => matchesText(text, item),
};

export const comments: Comments = { list, reply, ...moderation };

/** The replies under a post. https://docs.bsky.app/docs/api/app-bsky-feed-get-post-thread has no pages. */
async function list(session: Session, platformPostId: string): Promise<CommentPart> {
  addressOf(platformPostId);
  const parameters = { uri: platformPostId, depth: DEPTH_MAX, parentHeight: 0 };
  const call = { method: 'GET', name: 'app.bsky.feed.getPostThread', parameters } as const;
  const { thread, threadgate } = await callXrpc(session, 'read', call, Thread);
  const hidden = new Set(threadgate?.record.hiddenReplies);
  if (thread.post === undefined) throw new PlatformError('not_found', 'Bluesky does not show this post.');
  const items = flatten(thread.replies ?? [], 1)
    .map((item) => ({
      ...toComment(item, platformPostId, session.account.platformId),
      ...(hidden.has(item.value.uri) && { isHidden: true }),
    }))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { items };
}

/** A hidden, blocked or deleted level has no post, but its replies may have one. */
function flatten(nodes: readonly unknown[], depth: number): { value: PostView; raw: unknown }[] {
  if (depth > DEPTH_MAX) return [];
  return nodes.flatMap((node) => {
    const { data } = ThreadNode.safeParse(node);
    if (data === undefined) return [];
    const view = PostView.safeParse(data.post);
    const own = view.success ? [{ value: view.data, raw: data.post }] : [];
    return [...own, ...flatten(data.replies ?? [], depth + 1)];
  });
}
