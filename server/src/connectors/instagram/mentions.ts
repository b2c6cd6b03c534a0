import type { BlindEffect } from '../../core/effect.ts';
import type { MentionRef, MentionReply, Mentions, PlatformMention } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { made } from '../shared/meta/wire.ts';
import { call } from './client.ts';
import { toMention } from './map.ts';
import { MENTIONED_COMMENT_FIELDS, MENTIONED_MEDIA_FIELDS, mentionedComment, mentionedMedia } from './wire.ts';

/** Class D: our comments below posts of others cannot be listed. */
const reply: BlindEffect<MentionReply> = {
  class: 'D',
  async send(session, { text, ...mention }) {
    const { mediaId, commentId } = idsOf(mention);
    const form = { media_id: mediaId, comment_id: commentId, message: text };
    const path = [session.account.platformId, 'mentions'];
    const { id } = await call(session, { method: 'POST', path, form, response: made, purpose: 'effect' });
    return { platformId: id };
  },
};

export const mentions: Mentions = { read, reply };

/**
 * There is no list of mentions. Callbacks bring the ids, and each mention can be read by its ids.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/mentioned_comment
 */
async function read(session: Session, mention: MentionRef): Promise<PlatformMention> {
  const { mediaId, commentId } = idsOf(mention);
  const path = [session.account.platformId];
  if (commentId === undefined) {
    const fields = `mentioned_media.media_id(${mediaId}){${MENTIONED_MEDIA_FIELDS}}`;
    const { mentioned_media } = await call(session, {
      method: 'GET',
      path,
      query: { fields },
      response: mentionedMedia,
    });
    const { item, raw } = mentioned_media;
    return toMention({ ...item, id: mediaId, text: item.caption }, raw, mediaId);
  }
  const fields = `mentioned_comment.comment_id(${commentId}){${MENTIONED_COMMENT_FIELDS}}`;
  const response = await call(session, { method: 'GET', path, query: { fields }, response: mentionedComment });
  const { item, raw } = response.mentioned_comment;
  return toMention({ ...item, id: commentId, permalink: item.media?.permalink }, raw, item.media?.id ?? mediaId);
}

/** A mention in a caption has the id of the post. Ids become part of an expression, so only digits are accepted. */
function idsOf({ mentionId, platformPostId = mentionId }: MentionRef): { mediaId: string; commentId?: string } {
  for (const id of [mentionId, platformPostId]) {
    if (!/^\d{1,40}$/.test(id)) throw new PlatformError('not_found', 'Instagram has no mention with this id.');
  }
  return { mediaId: platformPostId, ...(mentionId === platformPostId ? {} : { commentId: mentionId }) };
}
