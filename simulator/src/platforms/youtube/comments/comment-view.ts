import { escapeHtml } from '../../../core/calls/response.ts';
import type { Call } from '../../../core/platform.ts';
import { type CommentRow, type Moderation, type Youtube, youtubeTime } from '../store.ts';
import { repliesTo } from './comment-rows.ts';

/** A thread shows this many of its responses. */
const repliesShown = 5;

/** `textOriginal` and the moderation are for the channel and the author alone. */
export function commentView(youtube: Youtube, row: CommentRow, viewer: string, call: Call) {
  const { world, store } = youtube;
  const account = world.accounts.get(row.author);
  const username = account?.username ?? store.people.get(row.author)?.username ?? 'somebody';
  const isAllowed = viewer === row.author || viewer === row.channel;
  const isPlain = call.input('textFormat') === 'plainText';
  return {
    kind: 'youtube#comment',
    etag: 'simulated',
    id: row.id,
    snippet: {
      channelId: row.channel,
      videoId: row.video,
      ...(row.parent !== null && { parentId: row.parent }),
      textDisplay: isPlain ? row.text : escapeHtml(row.text).replaceAll('\n', '<br>'),
      ...(isAllowed && { textOriginal: row.text }),
      authorDisplayName: `@${username}`,
      authorProfileImageUrl: account?.picture_url ?? world.media.sample('avatar.png'),
      authorChannelUrl: `http://www.youtube.com/@${username}`,
      authorChannelId: { value: row.author },
      canRate: true,
      viewerRating: 'none',
      likeCount: 0,
      ...(viewer === row.channel && { moderationStatus: row.moderation }),
      publishedAt: youtubeTime(row.created_at),
      updatedAt: youtubeTime(row.updated_at),
    },
  };
}

/** `status`: the responses that have it are shown with the published ones. */
export function threadView(youtube: Youtube, row: CommentRow, viewer: string, call: Call, status?: Moderation) {
  const replies = repliesTo(youtube, row.id, status);
  const shown = replies.slice(-repliesShown).reverse();
  return {
    kind: 'youtube#commentThread',
    etag: 'simulated',
    id: row.id,
    snippet: {
      channelId: row.channel,
      videoId: row.video,
      topLevelComment: commentView(youtube, row, viewer, call),
      canReply: true,
      totalReplyCount: replies.length,
      isPublic: row.moderation === 'published',
    },
    replies:
      shown.length === 0 ? undefined : { comments: shown.map((each) => commentView(youtube, each, viewer, call)) },
  };
}
