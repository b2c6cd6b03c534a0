import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { runBatch } from '../meta/batch.ts';
import { guarded } from '../meta/errors.ts';
import { versionSegment } from '../meta/versions.ts';
import { createComment, listComments, setLike } from './comments/comments.ts';
import { createPost } from './create-post.ts';
import { readInsights } from './insights.ts';
import { listConversations, listMessages } from './messages/conversations.ts';
import { sendMessage } from './messages/send-message.ts';
import { changeNode, changeOperation, deleteNode, deleteOperation, readNode, readOperation } from './node-routes.ts';
import { authorize, giveToken } from './oauth.ts';
import { createPhoto, photoOperation } from './photos.ts';
import { listPosts } from './posts.ts';
import type { Facebook } from './store.ts';
import { debugToken, listPages, listPermissions, revokePermissions } from './user.ts';
import { createReel, phaseOperation } from './videos/reels.ts';
import { createPhotoStory, createVideoStory, listStories } from './videos/stories.ts';
import { listReels } from './videos/video-node.ts';
import { uploadBytes } from './videos/video-upload.ts';
import { createVideo, videoOperation } from './videos/videos.ts';
import { readSubscription, subscribe, unsubscribe } from './webhooks.ts';

type Handler = (facebook: Facebook, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Operate = Operation | ((facebook: Facebook, call: Call) => Operation);
type Row = readonly [Method, string, Operate, Handler, Route['auth']?];

/** Routes of graph.facebook.com: `:node` is an id or `me`. Each also answers without a version in its path. */
const graphRoutes: readonly Row[] = [
  ['GET', '/oauth/access_token', 'token', giveToken, 'none'],
  ['POST', '/', 'other', (_facebook, call) => runBatch(call)],
  ['GET', '/debug_token', 'token', debugToken, 'none'],
  ['GET', '/:node', readOperation, readNode],
  ['POST', '/:node', changeOperation, changeNode],
  ['DELETE', '/:node', deleteOperation, deleteNode],
  ['GET', '/:node/accounts', 'profile', listPages],
  ['GET', '/:node/permissions', 'profile', listPermissions],
  ['DELETE', '/:node/permissions', 'other', revokePermissions],
  ['GET', '/:node/feed', 'list_posts', listPosts('feed')],
  ['POST', '/:node/feed', 'publish', createPost],
  ['GET', '/:node/published_posts', 'list_posts', listPosts('published_posts')],
  ['GET', '/:node/tagged', 'mentions', listPosts('tagged')],
  ['POST', '/:node/photos', photoOperation, createPhoto],
  ['POST', '/:node/videos', videoOperation, createVideo],
  ['GET', '/:node/video_reels', 'list_posts', listReels],
  ['POST', '/:node/video_reels', phaseOperation, createReel],
  ['POST', '/:node/photo_stories', 'publish', createPhotoStory],
  ['POST', '/:node/video_stories', phaseOperation, createVideoStory],
  ['GET', '/:node/stories', 'list_posts', listStories],
  ['GET', '/:node/comments', 'list_comments', listComments],
  ['POST', '/:node/comments', 'reply', createComment],
  ['POST', '/:node/likes', 'other', setLike(true)],
  ['DELETE', '/:node/likes', 'other', setLike(false)],
  ['GET', '/:node/conversations', 'messages', listConversations],
  ['GET', '/:node/messages', 'messages', listMessages],
  ['POST', '/:node/messages', 'send_message', sendMessage],
  ['GET', '/:node/insights', 'other', readInsights],
  ['GET', '/:node/subscribed_apps', 'subscribe', readSubscription],
  ['POST', '/:node/subscribed_apps', 'subscribe', subscribe],
  ['DELETE', '/:node/subscribed_apps', 'subscribe', unsubscribe],
];

/** User tokens belong to no Page, so the handlers look at what a token is. */
export function makeRoutes(facebook: Facebook): Route[] {
  const route = (host: string, path: string, [method, , operation, handler, auth = 'token']: Row): Route => ({
    method,
    host,
    path,
    operation: typeof operation === 'string' ? operation : (call) => operation(facebook, call),
    auth,
    handle: guarded(facebook.world, (call) => handler(facebook, call)),
  });
  const both = (host: string) => (row: Row) =>
    [`${versionSegment}${row[1]}`, row[1]].map((path) => route(host, path, row));
  return [
    ...both('www')(['GET', '/dialog/oauth', 'token', authorize, 'none']),
    ...graphRoutes.flatMap(both('graph')),
    route('rupload', `/video-upload${versionSegment}/:video`, ['POST', '', 'upload_media', uploadBytes]),
  ];
}
