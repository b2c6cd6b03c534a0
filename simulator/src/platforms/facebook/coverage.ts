import type { Covered } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import { versionSegment } from '../meta/versions.ts';

const checked = '2026-11-20';
const docs = 'https://developers.facebook.com/docs';
const reference = `${docs}/graph-api/reference`;
const login = `${docs}/facebook-login/guides`;
const messenger = `${docs}/messenger-platform`;
const publishing = `${docs}/video-api/guides/publishing`;
const reels = `${docs}/video-api/guides/reels-publishing`;
const stories = `${docs}/page-stories-api`;

type Row = readonly [Covered['method'], string, Covered['operation'], string];

const graph: readonly Row[] = [
  ['GET', '/oauth/access_token', 'token', `${login}/advanced/manual-flow`],
  ['POST', '/', 'other', `${docs}/graph-api/batch-requests`],
  ['GET', '/debug_token', 'token', `${reference}/debug_token`],
  ['GET', '/:node', ['profile', 'media_status', 'get_post', 'list_comments', 'messages', 'other'], `${reference}/page`],
  ['POST', '/:node', ['edit_post', 'publish', 'hide_comment', 'other'], `${docs}/pages-api/posts`],
  ['DELETE', '/:node', ['delete_post', 'delete_comment'], `${docs}/pages-api/posts`],
  ['GET', '/:node/accounts', 'profile', `${reference}/user/accounts`],
  ['GET', '/:node/permissions', 'profile', `${reference}/user/permissions`],
  ['DELETE', '/:node/permissions', 'other', `${reference}/user/permissions`],
  ['GET', '/:node/feed', 'list_posts', `${reference}/page/feed`],
  ['POST', '/:node/feed', 'publish', `${reference}/page/feed`],
  ['GET', '/:node/published_posts', 'list_posts', `${reference}/page/published_posts`],
  ['GET', '/:node/tagged', 'mentions', `${reference}/page/tagged`],
  ['POST', '/:node/photos', ['publish', 'upload_media'], `${reference}/page/photos`],
  ['POST', '/:node/videos', ['publish', 'upload_media'], publishing],
  ['GET', '/:node/video_reels', 'list_posts', reels],
  ['POST', '/:node/video_reels', ['publish', 'upload_media'], reels],
  ['POST', '/:node/photo_stories', 'publish', stories],
  ['POST', '/:node/video_stories', ['publish', 'upload_media'], stories],
  ['GET', '/:node/stories', 'list_posts', stories],
  ['GET', '/:node/comments', 'list_comments', `${reference}/object/comments`],
  ['POST', '/:node/comments', 'reply', `${reference}/object/comments`],
  ['POST', '/:node/likes', 'other', `${reference}/object/likes`],
  ['DELETE', '/:node/likes', 'other', `${reference}/object/likes`],
  ['GET', '/:node/conversations', 'messages', `${messenger}/conversations`],
  ['GET', '/:node/messages', 'messages', `${messenger}/conversations`],
  ['POST', '/:node/messages', 'send_message', `${messenger}/send-messages`],
  ['GET', '/:node/insights', 'other', `${reference}/insights`],
  ['GET', '/:node/subscribed_apps', 'subscribe', `${reference}/page/subscribed_apps`],
  ['POST', '/:node/subscribed_apps', 'subscribe', `${reference}/page/subscribed_apps`],
  ['DELETE', '/:node/subscribed_apps', 'subscribe', `${reference}/page/subscribed_apps`],
];

const rowsOf =
  (host: string) =>
  ([method, path, operation, documentation]: Row): Omit<Covered, 'usedBy'>[] =>
    [`${versionSegment}${path}`, path].map((address) => ({
      method,
      host,
      path: address,
      operation,
      documentation,
      checked,
    }));

export const coverage: readonly Covered[] = usedBy(
  [
    ...rowsOf('www')(['GET', '/dialog/oauth', 'token', `${login}/advanced/manual-flow`]),
    ...graph.flatMap(rowsOf('graph')),
    {
      method: 'POST',
      host: 'rupload',
      path: `/video-upload${versionSegment}/:video`,
      operation: 'upload_media',
      documentation: reels,
      checked,
    },
  ],
  {
    judge: {
      'POST /': 'FacebookAdsApiBatch',
      'GET /:node/feed': 'getFeed',
    },
    planned: {
      'GET /debug_token': 'what a token may do',
      'GET /:node/subscribed_apps': 'whether a Page is subscribed',
    },
  },
);
