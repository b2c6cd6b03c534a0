import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { authorize } from './authorize.ts';
import { downloadCaptions, listCaptions } from './captions.ts';
import { listChannels, listPlaylists } from './channels.ts';
import { addThread, listThreads } from './comments/comment-threads.ts';
import { addReply, deleteComment, editComment, listComments, moderate } from './comments/comments.ts';
import { answering } from './errors.ts';
import { giveToken, readTokenInfo, revoke } from './oauth.ts';
import { addItem, listItems } from './playlists.ts';
import type { Youtube } from './store.ts';
import { chunkOperation, putChunk, startUpload } from './uploads.ts';
import { deleteVideo, listVideos, setThumbnail, updateVideo } from './videos.ts';

type Handler = (youtube: Youtube, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Row = readonly [`${Method} ${string}`, Route['operation'], Handler, string?];

/** Without a host it is the API, and an account is asked for; elsewhere nobody is. */
const rows: readonly Row[] = [
  ['GET /o/oauth2/v2/auth', 'token', authorize, 'www'],
  ['POST /token', tokenOperation, giveToken, 'oauth'],
  ['POST /revoke', 'other', revoke, 'oauth'],
  ['POST /tokeninfo', 'other', readTokenInfo, 'oauth'],

  ['GET /youtube/v3/channels', 'profile', listChannels],
  ['POST /upload/youtube/v3/videos', 'create_container', startUpload],
  ['PUT /upload/youtube/v3/videos', chunkOperation, putChunk],
  ['POST /upload/youtube/v3/thumbnails/set', 'upload_media', setThumbnail],
  ['GET /youtube/v3/videos', 'get_post', listVideos],
  ['PUT /youtube/v3/videos', 'edit_post', updateVideo],
  ['DELETE /youtube/v3/videos', 'delete_post', deleteVideo],
  ['GET /youtube/v3/playlists', 'other', listPlaylists],
  ['GET /youtube/v3/playlistItems', 'list_posts', listItems],
  ['POST /youtube/v3/playlistItems', 'other', addItem],

  ['GET /youtube/v3/captions', 'other', listCaptions],
  ['GET /youtube/v3/captions/:id', 'other', downloadCaptions],

  ['GET /youtube/v3/commentThreads', 'list_comments', listThreads],
  ['POST /youtube/v3/commentThreads', 'reply', addThread],
  ['GET /youtube/v3/comments', 'list_comments', listComments],
  ['POST /youtube/v3/comments', 'reply', addReply],
  ['PUT /youtube/v3/comments', 'other', editComment],
  ['DELETE /youtube/v3/comments', 'delete_comment', deleteComment],
  ['POST /youtube/v3/comments/setModerationStatus', 'hide_comment', moderate],
];

export function makeRoutes(youtube: Youtube): Route[] {
  return rows.map(([line, operation, handler, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    const auth = host === 'api' ? 'account' : 'none';
    return { method, host, path, operation, auth, handle: answering((call) => handler(youtube, call)) };
  });
}

function tokenOperation(call: Call): Operation {
  return call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token';
}
