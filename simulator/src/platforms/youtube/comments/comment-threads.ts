import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { me, partsOf, pick } from '../access.ts';
import { commentNotFound, forbidden, invalid, YoutubeError } from '../errors.ts';
import { listResponse } from '../paging.ts';
import { type CommentRow, type Moderation, moderations, type VideoRow, type Youtube } from '../store.ts';
import { fieldsOf } from '../video-input.ts';
import { isSeenBy, seenVideo } from '../video-rows.ts';
import { listedVideos } from '../videos.ts';
import { addComment } from './add-comment.ts';
import { commentsOf, commentsOn, repliesTo } from './comment-rows.ts';
import { threadView } from './comment-view.ts';

const threadParts = ['id', 'snippet', 'replies'];
const commentMax = 10_000;

/**
 * `GET /commentThreads` of a video, of a whole channel or by ids; newest first. A thread is in the list of a status when
 * its comment has it; what is not published is listed for one of its responses too.
 */
export function listThreads(youtube: Youtube, call: Call): PlatformResponse {
  const { id: viewer } = me(youtube, call, 'comment');
  const parts = partsOf(call, threadParts);
  const status = (call.input('moderationStatus') ?? 'published') as Moderation;
  if (!moderations.includes(status)) throw invalid('invalidFilters', 'No such status.');
  const repliesOf = ({ id }: CommentRow) => (status === 'published' ? [] : repliesTo(youtube, id, status));
  const words = call.input('searchTerms')?.toLowerCase();
  const rows = threadsAsked(youtube, call, viewer)
    .filter(({ parent, moderation }) => parent === null && moderation !== 'rejected')
    .filter(({ channel }) => status === 'published' || channel === viewer)
    .filter((row) => [row, ...repliesOf(row)].some(({ moderation }) => moderation === status))
    .filter(({ text }) => words === undefined || text.toLowerCase().includes(words))
    .reverse();
  return listResponse(call, rows, {
    kind: 'youtube#commentThreadListResponse',
    most: 100,
    usual: 20,
    show: (row) => pick(threadView(youtube, row, viewer, call, status), parts),
  });
}

function threadsAsked(youtube: Youtube, call: Call, viewer: string): CommentRow[] {
  const { store } = youtube;
  const videoId = call.input('videoId');
  if (videoId !== undefined) {
    const video = seenVideo(youtube, videoId, viewer);
    assertOpen(video);
    return commentsOn(youtube, video.id);
  }
  const channel = call.input('allThreadsRelatedToChannelId');
  if (channel !== undefined) {
    if (!store.channels.get(channel))
      throw new YoutubeError(404, 'channelNotFound', 'The channel could not be found.', {
        domain: 'youtube.commentThread',
      });
    const seen = new Set(
      listedVideos(youtube, channel)
        .filter((video) => isSeenBy(youtube, video, viewer))
        .map(({ id }) => id),
    );
    return commentsOf(youtube, channel).filter((row) => seen.has(row.video));
  }
  const ids = call.inputs('id').flatMap((list) => list.split(','));
  if (ids.length === 0)
    throw new YoutubeError(400, 'missingRequiredParameter', 'No filter selected.', { domain: 'youtube.commentThread' });
  return ids.flatMap((id) => store.comments.get(id) ?? []);
}

/** `POST /commentThreads`: a comment on a video. */
export function addThread(youtube: Youtube, call: Call): PlatformResponse {
  const { id: author } = me(youtube, call, 'comment');
  const parts = partsOf(call, threadParts);
  const snippet = fieldsOf(call.body.snippet);
  const text = commentText(fieldsOf(fieldsOf(snippet.topLevelComment).snippet).textOriginal);
  const video = seenVideo(youtube, String(snippet.videoId ?? ''), author);
  assertOpen(video);
  const row = call.effect(() => {
    const made = addComment(youtube, { video, parent: null, author, text, visible_at: call.visibleAt() });
    call.record({ kind: 'reply', platform_id: made.id, text, in_reply_to: video.id });
    return made;
  });
  return json(pick(threadView(youtube, row, author, call), parts));
}

/** Nobody comments on what is made for kids. */
export function assertOpen({ status }: VideoRow): void {
  if (!status.made_for_kids) return;
  const message = 'The video identified by the <code>videoId</code> parameter has disabled comments.';
  throw new YoutubeError(403, 'commentsDisabled', message, { domain: 'youtube.commentThread', location: 'videoId' });
}

export function commentText(said: unknown): string {
  if (typeof said !== 'string' || said.trim() === '')
    throw invalid('commentTextRequired', 'The comment resource must specify a text.', 'body.snippet.textOriginal');
  if ([...said].length > commentMax) throw invalid('commentTextTooLong', 'The comment is too long.');
  return said;
}

/** A comment on a video that the caller sees. */
export function seenComment({ store }: Youtube, id: string, reason?: string): CommentRow {
  const row = store.comments.get(id);
  if (!row || row.moderation === 'rejected') throw commentNotFound(reason);
  return row;
}

export function assertAuthor(row: CommentRow, channel: string): void {
  if (row.author !== channel) throw forbidden('The comment cannot be changed by this channel.');
}
