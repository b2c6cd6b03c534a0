import type { Mentions, Part, PlatformMention } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { replyAsComment } from '../shared/reply-as-comment.ts';
import { callXrpc } from './client.ts';
import { reply } from './comments.ts';
import { toMention } from './map.ts';
import { commentedPost, POSTS_PER_CALL, viewsOf } from './polling.ts';
import { Notifications } from './wire.ts';

export const mentions: Mentions = { list, reply: replyAsComment(reply) };

/** Mentions of the account outside the threads below its own posts. */
async function list(session: Session, cursor?: string): Promise<Part<PlatformMention>> {
  const parameters = { limit: POSTS_PER_CALL, reasons: ['mention'], cursor };
  const call = { method: 'GET', name: 'app.bsky.notification.listNotifications', parameters } as const;
  const page = await callXrpc(session, 'read', call, Notifications);
  const uris = page.notifications
    .filter(({ value }) => commentedPost(value, [], session.account.platformId) === undefined)
    .map(({ value }) => value.uri);
  const views = await viewsOf(session, uris);
  const items = uris.flatMap((uri) => {
    const item = views.get(uri);
    return item === undefined ? [] : [toMention(item)];
  });
  return compact({ items, cursor: page.cursor });
}
