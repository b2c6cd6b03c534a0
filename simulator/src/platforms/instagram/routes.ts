import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { guarded } from '../meta/errors.ts';
import { versionSegment } from '../meta/versions.ts';
import { answerInvite, listCollaborators, listInvites } from './collaboration.ts';
import { createComment, createReply, listComments, listReplies } from './comments.ts';
import { createContainer } from './containers/containers.ts';
import { readInsights } from './insights/insights.ts';
import { listMedia, listStories } from './media.ts';
import { replyToMention } from './mentions.ts';
import { listConversations, listMessages } from './messages/conversations.ts';
import { sendMessage } from './messages/send-message.ts';
import { changeNode, changeOperation, deleteNode, deleteOperation, readNode, readOperation } from './node-routes.ts';
import { authorize, exchangeCode, exchangeToken, refreshToken } from './oauth.ts';
import { publishContainer, readPublishingLimit } from './publish.ts';
import type { Instagram } from './store.ts';
import { readSubscription, subscribe, unsubscribe } from './webhooks.ts';

type Handler = (instagram: Instagram, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Operate = Operation | ((instagram: Instagram, call: Call) => Operation);

/** Routes of graph.instagram.com: `:node` is an id or `me`. Each also answers without a version in its path. */
const graphRoutes: readonly (readonly [Method, string, Operate, Handler])[] = [
  ['GET', '/access_token', 'token', exchangeToken],
  ['GET', '/refresh_access_token', 'refresh_token', refreshToken],
  ['GET', '/:node', readOperation, readNode],
  ['POST', '/:node', changeOperation, changeNode],
  ['DELETE', '/:node', deleteOperation, deleteNode],
  ['GET', '/:node/media', 'list_posts', listMedia],
  ['POST', '/:node/media', 'create_container', createContainer],
  ['POST', '/:node/media_publish', 'publish', publishContainer],
  ['GET', '/:node/content_publishing_limit', 'limits', readPublishingLimit],
  ['GET', '/:node/stories', 'list_posts', listStories],
  ['GET', '/:node/collaborators', 'other', listCollaborators],
  ['GET', '/:node/collaboration_invites', 'other', listInvites],
  ['POST', '/:node/collaboration_invites', 'other', answerInvite],
  ['GET', '/:node/comments', 'list_comments', listComments],
  ['POST', '/:node/comments', 'reply', createComment],
  ['GET', '/:node/replies', 'list_comments', listReplies],
  ['POST', '/:node/replies', 'reply', createReply],
  ['POST', '/:node/mentions', 'reply', replyToMention],
  ['GET', '/:node/conversations', 'messages', listConversations],
  ['GET', '/:node/messages', 'messages', listMessages],
  ['POST', '/:node/messages', 'send_message', sendMessage],
  ['GET', '/:node/insights', 'other', readInsights],
  ['GET', '/:node/subscribed_apps', 'subscribe', readSubscription],
  ['POST', '/:node/subscribed_apps', 'subscribe', subscribe],
  ['DELETE', '/:node/subscribed_apps', 'subscribe', unsubscribe],
];

export function makeRoutes(instagram: Instagram): Route[] {
  const handled = (handler: Handler) => guarded(instagram.world, (call) => handler(instagram, call));
  const graph = graphRoutes.flatMap(([method, path, operation, handler]) =>
    [`${versionSegment}${path}`, path].map(
      (address): Route => ({
        method,
        host: 'graph',
        path: address,
        operation: typeof operation === 'string' ? operation : (call) => operation(instagram, call),
        handle: handled(handler),
      }),
    ),
  );
  return [
    {
      method: 'GET',
      host: 'www',
      path: '/oauth/authorize',
      operation: 'token',
      auth: 'none',
      handle: handled(authorize),
    },
    {
      method: 'POST',
      host: 'api',
      path: '/oauth/access_token',
      operation: 'token',
      auth: 'none',
      handle: handled(exchangeCode),
    },
    ...graph,
  ];
}
