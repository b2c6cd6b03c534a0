import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { authorize } from './authorize.ts';
import { listAccounts, listLocations, readLocation } from './discovery.ts';
import { answering, platformErrors } from './errors.ts';
import { giveToken, readTokenInfo, revoke } from './oauth.ts';
import { isSeriesCall, readSeries } from './performance.ts';
import { createPost } from './posts/create-post.ts';
import { deletePost, editPost, listPosts } from './posts/posts.ts';
import { deleteReply, listReviews, putReply, readReview } from './reviews/reviews.ts';
import type { Google } from './store.ts';

type Handler = (google: Google, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Row = readonly [`${Method} ${string}`, string, Route['operation'], Handler, Route['auth']?];

const location = '/v4/accounts/:account/locations/:location';

const rows: readonly Row[] = [
  ['GET /o/oauth2/v2/auth', 'www', 'token', authorize, 'none'],
  ['POST /token', 'oauth', tokenOperation, giveToken, 'none'],
  ['POST /revoke', 'oauth', 'other', revoke, 'none'],
  ['POST /tokeninfo', 'oauth', 'other', readTokenInfo, 'none'],

  ['GET /v1/accounts', 'accounts', 'profile', listAccounts],
  ['GET /v1/accounts/:account/locations', 'information', 'profile', listLocations],
  ['GET /v1/locations/:location', 'information', 'profile', readLocation],

  [`GET ${location}/localPosts`, 'business', 'list_posts', listPosts],
  [`POST ${location}/localPosts`, 'business', 'publish', createPost],
  [`PATCH ${location}/localPosts/:post`, 'business', 'edit_post', editPost],
  [`DELETE ${location}/localPosts/:post`, 'business', 'delete_post', deletePost],

  [`GET ${location}/reviews`, 'business', 'list_comments', listReviews],
  [`GET ${location}/reviews/:review`, 'business', 'list_comments', readReview],
  [`PUT ${location}/reviews/:review/reply`, 'business', 'reply', putReply],
  [`DELETE ${location}/reviews/:review/reply`, 'business', 'delete_comment', deleteReply],

  ['GET /v1/locations/:locationAndVerb', 'performance', 'other', seriesOrNothing],
];

export function makeRoutes(google: Google): Route[] {
  return rows.map(([line, host, operation, handler, auth = 'account']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, host, path, operation, auth, handle: answering((call) => handler(google, call)) };
  });
}

function seriesOrNothing(google: Google, call: Call): PlatformResponse {
  return isSeriesCall(call) ? readSeries(google, call) : platformErrors.notFound(call);
}

function tokenOperation(call: Call): Operation {
  return call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token';
}
