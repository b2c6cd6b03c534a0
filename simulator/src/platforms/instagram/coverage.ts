import type { Covered } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import { versionSegment } from '../meta/versions.ts';

const checked = '2026-11-20';
const platform = 'https://developers.facebook.com/docs/instagram-platform';
const login = `${platform}/instagram-api-with-instagram-login`;
const reference = `${platform}/instagram-graph-api/reference`;

type Row = readonly [Covered['method'], string, Covered['operation'], string];

const graph: readonly Row[] = [
  ['GET', '/access_token', 'token', `${platform}/reference/access_token`],
  ['GET', '/refresh_access_token', 'refresh_token', `${platform}/reference/refresh_access_token`],
  [
    'GET',
    '/:node',
    ['profile', 'mentions', 'container_status', 'get_post', 'list_comments', 'messages', 'other'],
    `${platform}/reference`,
  ],
  ['POST', '/:node', ['edit_post', 'hide_comment', 'other'], `${platform}/comment-moderation`],
  ['DELETE', '/:node', ['delete_post', 'delete_comment', 'other'], `${reference}/ig-comment`],
  ['GET', '/:node/media', 'list_posts', `${reference}/ig-user/media`],
  ['POST', '/:node/media', 'create_container', `${reference}/ig-user/media`],
  ['POST', '/:node/media_publish', 'publish', `${reference}/ig-user/media_publish`],
  ['GET', '/:node/content_publishing_limit', 'limits', `${reference}/ig-user/content_publishing_limit`],
  ['GET', '/:node/stories', 'list_posts', `${reference}/ig-user/stories`],
  ['GET', '/:node/collaborators', 'other', `${reference}/ig-media/collaborators`],
  ['GET', '/:node/collaboration_invites', 'other', `${platform}/instagram-api-with-facebook-login/collaboration`],
  ['POST', '/:node/collaboration_invites', 'other', `${platform}/instagram-api-with-facebook-login/collaboration`],
  ['GET', '/:node/comments', 'list_comments', `${reference}/ig-media/comments`],
  ['POST', '/:node/comments', 'reply', `${reference}/ig-media/comments`],
  ['GET', '/:node/replies', 'list_comments', `${reference}/ig-comment/replies`],
  ['POST', '/:node/replies', 'reply', `${reference}/ig-comment/replies`],
  ['POST', '/:node/mentions', 'reply', `${reference}/ig-user/mentions`],
  ['GET', '/:node/conversations', 'messages', `${login}/conversations-api`],
  ['GET', '/:node/messages', 'messages', `${login}/conversations-api`],
  ['POST', '/:node/messages', 'send_message', `${login}/messaging-api`],
  ['GET', '/:node/insights', 'other', `${platform}/reference/instagram-media/insights`],
  ['GET', '/:node/subscribed_apps', 'subscribe', `${platform}/webhooks`],
  ['POST', '/:node/subscribed_apps', 'subscribe', `${platform}/webhooks`],
  ['DELETE', '/:node/subscribed_apps', 'subscribe', `${platform}/webhooks`],
];

export const coverage: readonly Covered[] = usedBy(
  [
    {
      method: 'GET',
      host: 'www',
      path: '/oauth/authorize',
      operation: 'token',
      documentation: `${login}/business-login`,
      checked,
    },
    {
      method: 'POST',
      host: 'api',
      path: '/oauth/access_token',
      operation: 'token',
      documentation: `${login}/business-login`,
      checked,
    },
    ...graph.flatMap(([method, path, operation, documentation]) =>
      [`${versionSegment}${path}`, path].map(
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
      'POST /:node/media_publish': '_publish',
    },
    planned: {
      'GET /:node/subscribed_apps': 'whether an account is subscribed',
    },
  },
);
