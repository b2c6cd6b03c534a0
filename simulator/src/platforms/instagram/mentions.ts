import type { Call, PlatformResponse } from '../../core/platform.ts';
import { invalidParameter, missingParameter, requireScope } from '../meta/errors.ts';
import type { FieldOptions } from '../meta/fields.ts';
import { project } from '../meta/node.ts';
import { ownAccount } from './access.ts';
import { commentType } from './comment-node.ts';
import { writeComment } from './comments.ts';
import { mediaType } from './media-node.ts';
import { scopes } from './scopes.ts';
import type { CommentRow, Instagram, MediaRow } from './store.ts';

/** `GET /{ig}?fields=mentioned_comment.comment_id(…){…}`: the only way to a mention, its id comes by callback. */
export function mentionedComment(instagram: Instagram, call: Call, options: FieldOptions): object {
  requireScope(call, scopes.comments);
  const id = options.args.comment_id;
  if (id === undefined) throw missingParameter('comment_id');
  return project(commentType(instagram, call), mention(instagram, call, id), options.fields);
}

export function mentionedMedia(instagram: Instagram, call: Call, options: FieldOptions): object {
  requireScope(call, scopes.comments);
  const id = options.args.media_id;
  if (id === undefined) throw missingParameter('media_id');
  return project(mediaType(instagram, call), mediaOfMention(instagram, call, id), options.fields);
}

/** `POST /{ig}/mentions`: a reply to the comment, or a comment on the media. */
export function replyToMention(instagram: Instagram, call: Call): PlatformResponse {
  ownAccount(instagram, call);
  requireScope(call, scopes.comments);
  const mediaId = call.input('media_id');
  if (mediaId === undefined) throw missingParameter('media_id');
  const media = mediaOfMention(instagram, call, mediaId);
  const commentId = call.input('comment_id');
  if (commentId === undefined)
    return writeComment(instagram, call, { media_id: media.id, parent_id: null, answered: media.id });
  const comment = mention(instagram, call, commentId);
  if (comment.media_id !== media.id) throw invalidParameter('Param comment_id is not a comment on media_id');
  return writeComment(instagram, call, { media_id: media.id, parent_id: comment.id, answered: comment.id });
}

function mention({ store }: Instagram, call: Call, id: string): CommentRow {
  const comment = store.comments.get(id);
  if (comment?.account === call.account?.platform_id && comment?.is_mention) return comment;
  throw invalidParameter('The comment does not exist or does not mention this account');
}

function mediaOfMention({ store }: Instagram, call: Call, id: string): MediaRow {
  const media = store.media.get(id);
  const account = call.account?.platform_id;
  const isMentioned =
    (account !== undefined && media?.named === account) ||
    store.comments.where('media_id', id).some((comment) => comment.is_mention && comment.account === account);
  if (media && isMentioned) return media;
  throw invalidParameter('The media does not exist or does not mention this account');
}
