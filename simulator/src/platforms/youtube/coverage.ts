import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';

const docs = 'https://developers.google.com/youtube/v3/docs';
const resumable = 'https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol';
const oauth = 'https://developers.google.com/identity/protocols/oauth2/web-server';
const checked = '2026-11-21';

type Row = readonly [`${Method} ${string}`, Covered['operation'], string, string?];

const rows: readonly Row[] = [
  ['GET /o/oauth2/v2/auth', 'token', oauth, 'www'],
  ['POST /token', ['token', 'refresh_token'], oauth, 'oauth'],
  ['POST /revoke', 'other', oauth, 'oauth'],
  ['POST /tokeninfo', 'other', 'https://developers.google.com/identity/openid-connect/openid-connect', 'oauth'],

  ['GET /youtube/v3/channels', 'profile', `${docs}/channels/list`],
  ['POST /upload/youtube/v3/videos', 'create_container', `${docs}/videos/insert`],
  ['PUT /upload/youtube/v3/videos', ['publish', 'upload_media', 'container_status'], resumable],
  ['POST /upload/youtube/v3/thumbnails/set', 'upload_media', `${docs}/thumbnails/set`],
  ['GET /youtube/v3/videos', 'get_post', `${docs}/videos/list`],
  ['PUT /youtube/v3/videos', 'edit_post', `${docs}/videos/update`],
  ['DELETE /youtube/v3/videos', 'delete_post', `${docs}/videos/delete`],
  ['GET /youtube/v3/playlists', 'other', `${docs}/playlists/list`],
  ['GET /youtube/v3/playlistItems', 'list_posts', `${docs}/playlistItems/list`],
  ['POST /youtube/v3/playlistItems', 'other', `${docs}/playlistItems/insert`],

  ['GET /youtube/v3/captions', 'other', `${docs}/captions/list`],
  ['GET /youtube/v3/captions/:id', 'other', `${docs}/captions/download`],

  ['GET /youtube/v3/commentThreads', 'list_comments', `${docs}/commentThreads/list`],
  ['POST /youtube/v3/commentThreads', 'reply', `${docs}/commentThreads/insert`],
  ['GET /youtube/v3/comments', 'list_comments', `${docs}/comments/list`],
  ['POST /youtube/v3/comments', 'reply', `${docs}/comments/insert`],
  ['PUT /youtube/v3/comments', 'other', `${docs}/comments/update`],
  ['DELETE /youtube/v3/comments', 'delete_comment', `${docs}/comments/delete`],
  ['POST /youtube/v3/comments/setModerationStatus', 'hide_comment', `${docs}/comments/setModerationStatus`],
];

/** Every endpoint of the simulated YouTube. */
export const coverage: readonly Covered[] = usedBy(
  rows.map(([line, operation, documentation, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, host, path, operation, documentation, checked };
  }),
  {
    planned: {
      'GET /youtube/v3/playlists': 'the choice of a playlist',
    },
  },
);
