import type { Covered } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';

const checked = '2026-11-20';
const docs = 'https://developers.facebook.com/docs/threads';
const tokens = `${docs}/get-started/get-access-tokens-and-permissions`;
const longLived = `${docs}/get-started/long-lived-tokens`;
const reference = `${docs}/reference`;
const replies = `${docs}/reply-management`;

type Row = readonly [Covered['method'], string, Covered['operation'], string];

const graph: readonly Row[] = [
  ['POST', '/oauth/access_token', 'token', tokens],
  ['GET', '/oauth/access_token', 'token', tokens],
  ['GET', '/access_token', 'token', longLived],
  ['GET', '/refresh_access_token', 'refresh_token', longLived],
  ['GET', '/debug_token', 'token', `${reference}/debug`],
  ['GET', '/:node', ['profile', 'container_status', 'get_post', 'other'], `${docs}/threads-media`],
  ['DELETE', '/:node', ['delete_post', 'delete_comment'], `${docs}/posts/delete-posts`],
  ['GET', '/:node/threads', 'list_posts', `${docs}/threads-media`],
  ['POST', '/:node/threads', ['create_container', 'publish', 'reply'], `${reference}/publishing`],
  ['POST', '/:node/threads_publish', ['publish', 'reply'], `${reference}/publishing`],
  ['GET', '/:node/threads_publishing_limit', 'limits', `${docs}/troubleshooting`],
  ['GET', '/:node/threads_insights', 'other', `${docs}/insights`],
  [
    'GET',
    '/:node/replies',
    ['list_comments', 'list_posts'],
    `${docs}/retrieve-and-manage-replies/replies-and-conversations`,
  ],
  ['GET', '/:node/ghost_posts', 'list_posts', `${reference}/user`],
  ['GET', '/:node/conversation', 'list_comments', `${docs}/retrieve-and-manage-replies/replies-and-conversations`],
  ['GET', '/:node/pending_replies', 'list_comments', replies],
  ['POST', '/:node/manage_reply', 'hide_comment', replies],
  ['POST', '/:node/manage_pending_reply', 'other', replies],
  ['GET', '/:node/mentions', 'mentions', `${docs}/threads-mentions`],
  ['GET', '/:node/insights', 'other', `${docs}/insights`],
];

export const coverage: readonly Covered[] = usedBy(
  [
    { method: 'GET', host: 'www', path: '/oauth/authorize', operation: 'token', documentation: tokens, checked },
    ...graph.flatMap(([method, path, operation, documentation]) =>
      [`/v1.0${path}`, path].map(
        (address): Omit<Covered, 'usedBy'> => ({
          method,
          host: 'graph',
          path: address,
          operation,
          documentation,
          checked,
        }),
      ),
    ),
  ],
  {
    connector: {
      'POST /:node/threads_publish': '_publish',
    },
    planned: {
      'GET /oauth/access_token': 'the token of the app',
      'GET /debug_token': 'what a token may do',
      'GET /:node/ghost_posts': 'ghost posts',
      'GET /:node/pending_replies': 'pending replies',
      'POST /:node/manage_pending_reply': 'pending replies',
    },
  },
);
