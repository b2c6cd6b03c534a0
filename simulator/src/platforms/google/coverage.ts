import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';

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
  ['POST /tokeninfo', 'oauth', 'other', userinfo],

  ['GET /v1/accounts', 'accounts', 'profile', `${guide}/reference/accountmanagement/rest/v1/accounts/list`],
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

  [`GET ${location}/localPosts`, 'business', 'list_posts', `${v4}.localPosts/list`],
  [`POST ${location}/localPosts`, 'business', 'publish', `${v4}.localPosts/create`],
  [`PATCH ${location}/localPosts/:post`, 'business', 'edit_post', `${v4}.localPosts/patch`],
  [`DELETE ${location}/localPosts/:post`, 'business', 'delete_post', `${v4}.localPosts/delete`],

  [`GET ${location}/reviews`, 'business', 'list_comments', `${v4}.reviews/list`],
  [`GET ${location}/reviews/:review`, 'business', 'list_comments', `${v4}.reviews/get`],
  [`PUT ${location}/reviews/:review/reply`, 'business', 'reply', `${v4}.reviews/updateReply`],
  [`DELETE ${location}/reviews/:review/reply`, 'business', 'delete_comment', `${v4}.reviews/deleteReply`],

  [
    'GET /v1/locations/:locationAndVerb',
    'performance',
    'other',
    `${guide}/reference/performance/rest/v1/locations/fetchMultiDailyMetricsTimeSeries`,
  ],
];

/** Every endpoint of the simulated Business Profile APIs. */
export const coverage: readonly Covered[] = usedBy(
  rows.map(([line, host, operation, documentation]) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, host, path, operation, documentation, checked };
  }),
);
