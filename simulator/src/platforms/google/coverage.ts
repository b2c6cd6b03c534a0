import type { Covered, Method } from '../../core/platform.ts';

const guide = 'https://developers.google.com/my-business';
const v4 = `${guide}/reference/rest/v4/accounts.locations`;
const oauth = 'https://developers.google.com/identity/protocols/oauth2/web-server';
const userinfo = 'https://developers.google.com/identity/openid-connect/openid-connect';
const checked = '2026-11-20';

const location = '/v4/accounts/:account/locations/:location';

type Row = readonly [`${Method} ${string}`, string, Covered['operation'], string];

const rows: readonly Row[] = [
  ['GET /o/oauth2/v2/auth', 'www', 'token', oauth],
  ['POST /token', 'oauth', ['token', 'refresh_token'], oauth],
  ['POST /revoke', 'oauth', 'other', oauth],
  ['GET /tokeninfo', 'oauth', 'other', userinfo],
  ['POST /tokeninfo', 'oauth', 'other', userinfo],
  ['GET /oauth2/v2/userinfo', 'apis', 'profile', userinfo],
  ['GET /oauth2/v3/certs', 'apis', 'other', userinfo],

  ['GET /v1/accounts', 'accounts', 'profile', `${guide}/reference/accountmanagement/rest/v1/accounts/list`],
  ['GET /v1/accounts/:account', 'accounts', 'profile', `${guide}/reference/accountmanagement/rest/v1/accounts/get`],
  [
    'GET /v1/accounts/:account/locations',
    'information',
    'profile',
    `${guide}/reference/businessinformation/rest/v1/accounts.locations/list`,
  ],
  [
    'GET /v1/locations/:location',
    'information',
    'profile',
    `${guide}/reference/businessinformation/rest/v1/locations/get`,
  ],
  [
    'GET /v1/locations/:location/VoiceOfMerchantState',
    'verifications',
    'other',
    `${guide}/reference/verifications/rest/v1/locations/getVoiceOfMerchantState`,
  ],

  [`GET ${location}/localPosts`, 'business', 'list_posts', `${v4}.localPosts/list`],
  [`POST ${location}/localPosts`, 'business', 'publish', `${v4}.localPosts/create`],
  [`GET ${location}/localPosts/:post`, 'business', 'get_post', `${v4}.localPosts/get`],
  [`PATCH ${location}/localPosts/:post`, 'business', 'edit_post', `${v4}.localPosts/patch`],
  [`DELETE ${location}/localPosts/:post`, 'business', 'delete_post', `${v4}.localPosts/delete`],

  [`GET ${location}/reviews`, 'business', 'list_comments', `${v4}.reviews/list`],
  [`GET ${location}/reviews/:review`, 'business', 'list_comments', `${v4}.reviews/get`],
  [`PUT ${location}/reviews/:review/reply`, 'business', 'reply', `${v4}.reviews/updateReply`],
  [`DELETE ${location}/reviews/:review/reply`, 'business', 'delete_comment', `${v4}.reviews/deleteReply`],
  ['POST /v4/accounts/:account/locations::batchGetReviews', 'business', 'list_comments', `${v4}/batchGetReviews`],

  [`GET ${location}/media`, 'business', 'other', `${v4}.media/list`],
  [`POST ${location}/media`, 'business', 'upload_media', `${v4}.media/create`],
  [`GET ${location}/media/:media`, 'business', 'other', `${v4}.media/get`],
  [`DELETE ${location}/media/:media`, 'business', 'other', `${v4}.media/delete`],

  [
    'GET /v1/accounts/:account/notificationSetting',
    'notifications',
    'other',
    `${guide}/reference/notifications/rest/v1/accounts/getNotificationSetting`,
  ],
  [
    'PATCH /v1/accounts/:account/notificationSetting',
    'notifications',
    'subscribe',
    `${guide}/reference/notifications/rest/v1/accounts/updateNotificationSetting`,
  ],

  [
    'GET /v1/locations/:locationAndVerb',
    'performance',
    'other',
    `${guide}/reference/performance/rest/v1/locations/fetchMultiDailyMetricsTimeSeries`,
  ],
  [
    'GET /v1/locations/:location/searchkeywords/impressions/monthly',
    'performance',
    'other',
    `${guide}/reference/performance/rest/v1/locations.searchkeywords.impressions.monthly/list`,
  ],

  ['GET /local/writereview', 'search', 'other', 'https://support.google.com/business/answer/3474122'],
  ['POST /local/writereview', 'search', 'other', 'https://support.google.com/business/answer/3474122'],
];

/** Every endpoint of the simulated Business Profile APIs. */
export const coverage: readonly Covered[] = rows.map(([line, host, operation, documentation]) => {
  const [method, path = ''] = line.split(' ') as [Method, string];
  return { method, host, path, operation, documentation, checked };
});
