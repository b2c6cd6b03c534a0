import type { MentionReply, Mentions, Part, PlatformMention, ReplyInput } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { nextPosition } from '../shared/meta/paging.ts';
import { replyAsComment } from '../shared/reply-as-comment.ts';
import { call } from './client.ts';
import { reply } from './comments.ts';
import { toMention } from './map.ts';
import { TAGGED_FIELDS, taggedPage } from './wire.ts';

const PAGE_SIZE = 50;

/** A reply is a comment on the post, or below the comment, that mentions the Page. */
function toComment({ mentionId, platformPostId = mentionId, text }: MentionReply): ReplyInput {
  return { platformPostId, text, ...(platformPostId === mentionId ? {} : { parentId: mentionId }) };
}

export const mentions: Mentions = { list, reply: replyAsComment(reply, toComment) };

/**
 * Posts of others that tag the Page. Facebook reports comments that mention it by callback only.
 * https://developers.facebook.com/docs/graph-api/reference/page/tagged
 */
async function list(session: Session, cursor?: string): Promise<Part<PlatformMention>> {
  const path = [session.account.platformId, 'tagged'];
  const query = { fields: TAGGED_FIELDS, limit: PAGE_SIZE, after: cursor };
  const page = await call(session, { method: 'GET', path, query, response: taggedPage });
  const items = page.data.flatMap(({ item, raw }) => toMention(item, raw, session.account) ?? []);
  const next = nextPosition(page)?.after;
  return compact({ items, cursor: next });
}
