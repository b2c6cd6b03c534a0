import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { guarded } from '../meta/errors.ts';
import { createContainer, createOperation } from './containers/containers.ts';
import { postInsights, userInsights } from './insights.ts';
import { deleteOperation, listRepliesOf, readNode, readOperation, repliesOperation } from './node-routes.ts';
import { appToken, authorize, debugToken, exchangeCode, exchangeToken, refreshToken } from './oauth.ts';
import { deletePost, listGhostPosts, listPosts } from './posts.ts';
import { publishContainer, publishOperation } from './publish.ts';
import { readQuotas } from './quotas.ts';
import { listMentions } from './replies/mentions.ts';
import { listConversation, listPendingReplies, managePendingReply, manageReply } from './replies/replies.ts';
import type { Threads } from './store.ts';

type Handler = (threads: Threads, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Operate = Operation | ((threads: Threads, call: Call) => Operation);
type Row = readonly [Method, string, Operate, Handler, Route['auth']?];

/** Documented without a version; with one they answer as well. */
const tokenRoutes: readonly Row[] = [
  ['POST', '/oauth/access_token', 'token', exchangeCode, 'none'],
  ['GET', '/oauth/access_token', 'token', appToken, 'none'],
  ['GET', '/access_token', 'token', exchangeToken],
  ['GET', '/refresh_access_token', 'refresh_token', refreshToken],
  ['GET', '/debug_token', 'token', debugToken, 'token'],
];

/** `:node` is an id or `me`. */
const graphRoutes: readonly Row[] = [
  ['GET', '/:node', readOperation, readNode],
  ['DELETE', '/:node', deleteOperation, deletePost],
  ['GET', '/:node/threads', 'list_posts', listPosts],
  ['POST', '/:node/threads', createOperation, createContainer],
  ['POST', '/:node/threads_publish', publishOperation, publishContainer],
  ['GET', '/:node/threads_publishing_limit', 'limits', readQuotas],
  ['GET', '/:node/threads_insights', 'other', userInsights],
  ['GET', '/:node/replies', repliesOperation, listRepliesOf],
  ['GET', '/:node/ghost_posts', 'list_posts', listGhostPosts],
  ['GET', '/:node/conversation', 'list_comments', listConversation],
  ['GET', '/:node/pending_replies', 'list_comments', listPendingReplies],
  ['POST', '/:node/manage_reply', 'hide_comment', manageReply],
  ['POST', '/:node/manage_pending_reply', 'other', managePendingReply],
  ['GET', '/:node/mentions', 'mentions', listMentions],
  ['GET', '/:node/insights', 'other', postInsights],
];

export function makeRoutes(threads: Threads): Route[] {
  const routesOf = ([method, path, operation, handler, auth = 'account']: Row): Route[] =>
    [`/v1.0${path}`, path].map((address) => ({
      method,
      host: 'graph',
      path: address,
      operation: typeof operation === 'string' ? operation : (call) => operation(threads, call),
      auth,
      handle: guarded(threads.world, (call) => handler(threads, call)),
    }));
  const authorizeRoute: Route = {
    method: 'GET',
    host: 'www',
    path: '/oauth/authorize',
    operation: 'token',
    auth: 'none',
    handle: guarded(threads.world, (call) => authorize(threads, call)),
  };
  return [authorizeRoute, ...[...tokenRoutes, ...graphRoutes].flatMap(routesOf)];
}
