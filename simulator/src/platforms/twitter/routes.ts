import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { createPost } from './create-post.ts';
import { listConversation, listMessages, listWith } from './messages/messages.ts';
import { sendTo } from './messages/send-message.ts';
import { authorize, exchangeToken, revokeToken } from './oauth.ts';
import { appToken } from './oauth-client.ts';
import { deleteOperation, deletePost, hideReply, like, readPost, readPosts, unlike } from './posts.ts';
import { answering, forbidden } from './problems.ts';
import { quotes, searchRecent, userMentions, userPosts } from './reading/timelines.ts';
import type { Store } from './store.ts';
import { append, describe, finalize, initialize, status, uploadAtOnce } from './uploads.ts';
import { readMe, readUserByName } from './users.ts';

type Handle = (store: Store, call: Call) => PlatformResponse | Promise<PlatformResponse>;

/** Requirements of a call besides its token: https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping */
const reading = ['tweet.read', 'users.read'];
const writing = [...reading, 'tweet.write'];
const messaging = ['dm.read', ...reading];

export function routesOf(store: Store): Route[] {
  const route = (
    line: `${Method} ${string}`,
    operation: Route['operation'],
    handle: Handle,
    scopes: readonly string[],
    auth: NonNullable<Route['auth']> = 'account',
  ): Route => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return {
      method,
      host: 'api',
      path,
      operation,
      auth,
      handle: answering((call) => handle(store, inScope(call, scopes))),
    };
  };
  const open = (line: `${Method} ${string}`, host: string, operation: Route['operation'], handle: Handle): Route => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, host, path, operation, auth: 'none', handle: answering((call) => handle(store, call)) };
  };

  return [
    open('GET /i/oauth2/authorize', 'www', 'other', authorize),
    open('POST /2/oauth2/token', 'api', tokenOperation, exchangeToken),
    open('POST /2/oauth2/revoke', 'api', 'other', revokeToken),
    open('POST /oauth2/token', 'api', 'token', appToken),

    route('GET /2/users/me', 'profile', readMe, reading),
    route('GET /2/users/by/username/:username', 'profile', readUserByName, reading, 'token'),

    route('POST /2/tweets', (call) => postOperation(store, call), createPost, writing),
    route('DELETE /2/tweets/:id', (call) => deleteOperation(store, call), deletePost, writing),
    route('GET /2/tweets', 'get_post', readPosts, reading, 'token'),
    route('GET /2/tweets/:id', 'get_post', readPost, reading, 'token'),
    route('PUT /2/tweets/:id/hidden', 'hide_comment', hideReply, [...reading, 'tweet.moderate.write']),
    route('GET /2/tweets/:id/quote_tweets', 'other', quotes, reading, 'token'),
    route('GET /2/tweets/search/recent', 'list_comments', searchRecent, reading, 'token'),
    route('GET /2/users/:id/tweets', 'list_posts', userPosts, reading, 'token'),
    route('GET /2/users/:id/mentions', 'mentions', userMentions, reading, 'token'),
    route('POST /2/users/:id/likes', 'other', like, [...reading, 'like.write']),
    route('DELETE /2/users/:id/likes/:tweet_id', 'other', unlike, [...reading, 'like.write']),

    route('POST /2/media/upload/initialize', 'upload_media', initialize, ['media.write']),
    route('POST /2/media/upload/:id/append', 'upload_media', (x, call) => append(x, call, call.param('id')), [
      'media.write',
    ]),
    route('POST /2/media/upload/:id/finalize', 'upload_media', (x, call) => finalize(x, call, call.param('id')), [
      'media.write',
    ]),
    route('POST /2/media/upload', 'upload_media', uploadByCommand, ['media.write']),
    route('GET /2/media/upload', 'media_status', status, ['media.write']),
    route('POST /2/media/metadata', 'upload_media', describe, ['media.write']),

    route('GET /2/dm_events', 'messages', listMessages, messaging),
    route('GET /2/dm_conversations/with/:participant_id/dm_events', 'messages', listWith, messaging),
    route(
      'GET /2/dm_conversations/:id/dm_events',
      'messages',
      (x, call) => listConversation(x, call, call.param('id')),
      messaging,
    ),
    route('POST /2/dm_conversations/with/:participant_id/messages', 'send_message', sendTo, [...messaging, 'dm.write']),
  ];
}

/** A token that the user gave for less does not reach further. An app's own token has no scopes. */
function inScope(call: Call, scopes: readonly string[]): Call {
  const { token } = call;
  if (token?.account && !scopes.every((scope) => token.scopes.includes(scope))) throw forbidden('Forbidden');
  return call;
}

const uploadByCommand: Handle = (store, call) => {
  switch (call.input('command')) {
    case 'INIT':
      return initialize(store, call);
    case 'APPEND':
      return append(store, call, call.input('media_id') ?? '');
    case 'FINALIZE':
      return finalize(store, call, call.input('media_id') ?? '');
    default:
      return uploadAtOnce(store, call);
  }
};

function tokenOperation(call: Call): Operation {
  return call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token';
}

/** A reply to somebody else is a reply; a post of its own and the next part of an own thread are published. */
function postOperation(store: Store, call: Call): Operation {
  const { edit_options, reply } = call.body as Record<string, { in_reply_to_tweet_id?: unknown } | null | undefined>;
  if (edit_options) return 'edit_post';
  const parentId = reply?.in_reply_to_tweet_id;
  if (parentId === undefined) return 'publish';
  const account = store.world.tokens.find(bearer(call) ?? '')?.account;
  return store.posts.get(String(parentId))?.author_id === account ? 'publish' : 'reply';
}

export function bearer(call: Call): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
}
