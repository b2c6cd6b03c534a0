import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { me, partsOf, pick } from '../access.ts';
import { commentNotFound, forbidden, invalid, missing } from '../errors.ts';
import { listResponse } from '../paging.ts';
import type { CommentRow, Youtube } from '../store.ts';
import { fieldsOf } from '../video-input.ts';
import { seenVideo } from '../video-rows.ts';
import { addComment } from './add-comment.ts';
import { removeComment, repliesTo } from './comment-rows.ts';
import { assertAuthor, assertOpen, commentText, seenComment } from './comment-threads.ts';
import { commentView } from './comment-view.ts';

const commentParts = ['id', 'snippet'];

/**
 * `GET /comments?parentId=` (newest first) or `?id=`. Ids are not paged, and a missing one rejects the whole list. Nobody
 * promises that comments which are not published are found by their ids, so they are not.
 */
export function listComments(youtube: Youtube, call: Call): PlatformResponse {
  const { id: viewer } = me(youtube, call, 'comment');
  const parts = partsOf(call, commentParts);
  const parent = call.input('parentId');
  const ids = call.inputs('id').flatMap((list) => list.split(','));
  if (ids.length > 0 && (call.input('maxResults') ?? call.input('pageToken')) !== undefined)
    throw invalid('incompatibleParameters', 'Lists by ids have no pages.', 'id');
  const rows =
    parent === undefined
      ? ids.map((id) => publishedComment(youtube, id))
      : repliesTo(youtube, seenComment(youtube, parent, 'parentCommentNotFound').id).reverse();
  return listResponse(call, rows, {
    kind: 'youtube#commentListResponse',
    most: 100,
    usual: 20,
    show: (row) => pick(commentView(youtube, row, viewer, call), parts),
  });
}

function publishedComment(youtube: Youtube, id: string): CommentRow {
  const row = seenComment(youtube, id);
  if (row.moderation !== 'published') throw commentNotFound();
  return row;
}

/** `POST /comments`: a response in a thread. There is one level: the parent begins its thread. */
export function addReply(youtube: Youtube, call: Call): PlatformResponse {
  const { id: author } = me(youtube, call, 'comment');
  const parts = partsOf(call, commentParts);
  const { parentId, textOriginal } = fieldsOf(call.body.snippet);
  const text = commentText(textOriginal);
  if (typeof parentId !== 'string' || parentId === '')
    throw invalid('parentIdMissing', 'The comment must be inserted with a parent.', 'body.snippet.parentId');
  const parent = seenComment(youtube, parentId, 'parentCommentNotFound');
  if (parent.parent !== null) throw invalid('operationNotSupported', 'A reply cannot be replied to.');
  const video = seenVideo(youtube, parent.video, author);
  assertOpen(video);
  const row = call.effect(() => {
    const made = addComment(youtube, { video, parent: parent.id, author, text, visible_at: call.visibleAt() });
    call.record({ kind: 'reply', platform_id: made.id, text, in_reply_to: parent.id });
    return made;
  });
  return json(pick(commentView(youtube, row, author, call), parts));
}

/** `PUT /comments`: an own comment says something else. */
export function editComment(youtube: Youtube, call: Call): PlatformResponse {
  const { id: channel } = me(youtube, call, 'comment');
  const parts = partsOf(call, commentParts);
  const row = seenComment(youtube, call.input('id') ?? '');
  assertAuthor(row, channel);
  const text = commentText(fieldsOf(call.body.snippet).textOriginal);
  const changed = { ...row, text, updated_at: youtube.world.clock.now() };
  call.effect(() => {
    youtube.store.comments.put(row.id, changed);
    call.record({ kind: 'edit_comment', platform_id: row.id, text });
  });
  return json(pick(commentView(youtube, changed, channel, call), parts));
}

/** `POST /comments/setModerationStatus?id=a,b&moderationStatus=`: by the channel of the video. */
export function moderate(youtube: Youtube, call: Call): PlatformResponse {
  const { store } = youtube;
  const { id: channel } = me(youtube, call, 'comment');
  const status = call.input('moderationStatus');
  const isBan = call.input('banAuthor') === 'true';
  const ids = call.inputs('id').flatMap((list) => list.split(','));
  if (ids.length === 0) throw missing('id');
  if (status !== 'published' && status !== 'heldForReview' && status !== 'rejected')
    throw invalid('invalidParameter', 'Invalid value for moderationStatus.');
  if (isBan && status !== 'rejected')
    throw invalid('banWithoutReject', 'Only authors of rejected comments are banned.');
  const rows = ids.map((id) => seenComment(youtube, id));
  if (rows.some((row) => row.channel !== channel)) throw forbidden();
  call.effect(() => {
    for (const row of rows) {
      store.comments.put(row.id, { ...row, moderation: status });
      const person = store.people.get(row.author);
      if (isBan && person) store.people.put(person.id, { ...person, is_banned: true });
      call.record({ kind: status === 'published' ? 'unhide' : 'hide', platform_id: row.id });
    }
  });
  return { status: 204 };
}

/** `DELETE /comments?id=`: an own one, or one on an own video. */
export function deleteComment(youtube: Youtube, call: Call): PlatformResponse {
  const { id: channel } = me(youtube, call, 'comment');
  const row = seenComment(youtube, call.input('id') ?? '');
  if (row.author !== channel && row.channel !== channel) throw forbidden();
  call.effect(() => {
    removeComment(youtube, row);
    call.record({ kind: 'delete', platform_id: row.id });
  });
  return { status: 204 };
}
