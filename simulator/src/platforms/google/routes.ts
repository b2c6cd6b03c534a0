import type { Answer, Call, Method, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { authorize } from './authorize.ts';
import { listAccounts, listLocations, readAccount, readLocation, readUser, readVoiceOfMerchant } from './discovery.ts';
import { answering, platformErrors } from './errors.ts';
import { addMedia, deleteMedia, listMedia, readMedia } from './media.ts';
import { changeSetting, readSetting } from './notifications.ts';
import { giveToken, readTokenInfo, revoke } from './oauth.ts';
import { isSeriesCall, readKeywords, readSeries } from './performance.ts';
import { createPost } from './posts/create-post.ts';
import { deletePost, editPost, listPosts, readPost } from './posts/posts.ts';
import { batchReviews, deleteReply, listReviews, putReply, readReview } from './reviews/reviews.ts';
import { showReviewPage, takeReview } from './reviews/write-review.ts';
import { readKeys } from './sign.ts';
import type { Google } from './store.ts';

type Handler = (google: Google, call: Call) => Answer | Promise<Answer>;
type Row = readonly [`${Method} ${string}`, string, Route['operation'], Handler, Route['auth']?];

const location = '/v4/accounts/:account/locations/:location';

const rows: readonly Row[] = [
  ['GET /o/oauth2/v2/auth', 'www', 'token', authorize, 'none'],
  ['POST /token', 'oauth', tokenOperation, giveToken, 'none'],
  ['POST /revoke', 'oauth', 'other', revoke, 'none'],
  ['GET /tokeninfo', 'oauth', 'other', readTokenInfo, 'none'],
  ['POST /tokeninfo', 'oauth', 'other', readTokenInfo, 'none'],
  ['GET /oauth2/v2/userinfo', 'apis', 'profile', readUser],
  ['GET /oauth2/v3/certs', 'apis', 'other', readKeys, 'none'],

  ['GET /v1/accounts', 'accounts', 'profile', listAccounts],
  ['GET /v1/accounts/:account', 'accounts', 'profile', readAccount],
  ['GET /v1/accounts/:account/locations', 'information', 'profile', listLocations],
  ['GET /v1/locations/:location', 'information', 'profile', readLocation],
  ['GET /v1/locations/:location/VoiceOfMerchantState', 'verifications', 'other', readVoiceOfMerchant],

  [`GET ${location}/localPosts`, 'business', 'list_posts', listPosts],
  [`POST ${location}/localPosts`, 'business', 'publish', createPost],
  [`GET ${location}/localPosts/:post`, 'business', 'get_post', readPost],
  [`PATCH ${location}/localPosts/:post`, 'business', 'edit_post', editPost],
  [`DELETE ${location}/localPosts/:post`, 'business', 'delete_post', deletePost],

  [`GET ${location}/reviews`, 'business', 'list_comments', listReviews],
  [`GET ${location}/reviews/:review`, 'business', 'list_comments', readReview],
  [`PUT ${location}/reviews/:review/reply`, 'business', 'reply', putReply],
  [`DELETE ${location}/reviews/:review/reply`, 'business', 'delete_comment', deleteReply],
  ['POST /v4/accounts/:account/locations::batchGetReviews', 'business', 'list_comments', batchReviews],

  [`GET ${location}/media`, 'business', 'other', listMedia],
  [`POST ${location}/media`, 'business', 'upload_media', addMedia],
  [`GET ${location}/media/:media`, 'business', 'other', readMedia],
  [`DELETE ${location}/media/:media`, 'business', 'other', deleteMedia],

  ['GET /v1/accounts/:account/notificationSetting', 'notifications', 'other', readSetting],
  ['PATCH /v1/accounts/:account/notificationSetting', 'notifications', 'subscribe', changeSetting],

  ['GET /v1/locations/:locationAndVerb', 'performance', 'other', seriesOrNothing],
  ['GET /v1/locations/:location/searchkeywords/impressions/monthly', 'performance', 'other', readKeywords],

  ['GET /local/writereview', 'search', 'other', showReviewPage, 'none'],
  ['POST /local/writereview', 'search', 'other', takeReview, 'none'],
];

export function makeRoutes(google: Google): Route[] {
  return rows.map(([line, host, operation, handler, auth = 'account']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, host, path, operation, auth, handle: answering((call) => handler(google, call)) };
  });
}

function seriesOrNothing(google: Google, call: Call): Answer {
  return isSeriesCall(call) ? readSeries(google, call) : platformErrors.notFound(call);
}

function tokenOperation(call: Call): Operation {
  return call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token';
}
