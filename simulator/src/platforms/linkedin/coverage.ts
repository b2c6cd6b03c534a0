import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import type { Operation } from '../../core/world/world.ts';

const docs = 'https://learn.microsoft.com/en-us/linkedin';
const checked = '2026-11-20';

function row(
  line: `${Method} ${string} /${string}`,
  operation: Operation | readonly Operation[],
  page: string,
): Omit<Covered, 'usedBy'> {
  const [method, host = '', path = ''] = line.split(' ') as [Method, string, string];
  return { method, host, path, operation, documentation: `${docs}/${page}`, checked };
}

const auth = 'shared/authentication';
const shares = 'marketing/community-management/shares';
const organizations = 'marketing/community-management/organizations';
const comments = `${shares}/comments-api`;

/** The coverage of both platforms. */
export const coverage: readonly Covered[] = usedBy(
  [
    row('GET www /oauth/v2/authorization', 'other', `${auth}/authorization-code-flow`),
    row('POST www /oauth/v2/accessToken', ['token', 'refresh_token'], `${auth}/programmatic-refresh-tokens`),
    row('PUT www /dms-uploads/:asset/:name/:part', 'upload_media', `${shares}/images-api`),

    row('GET api /v2/userinfo', 'profile', 'consumer/integrations/self-serve/sign-in-with-linkedin-v2'),
    row('GET api /v2/me', 'profile', 'shared/integrations/people/profile-api'),
    row('GET api /rest/people/:key', 'other', 'shared/integrations/people/profile-api'),
    row('GET api /rest/organizationAcls', 'profile', `${organizations}/organization-access-control-by-role`),
    row('GET api /rest/organizations/:id', ['profile', 'other'], `${organizations}/organization-lookup-api`),
    row('GET api /rest/networkSizes/:urn', 'other', `${organizations}/organization-lookup-api`),

    row('POST api /rest/images', 'upload_media', `${shares}/images-api`),
    row('GET api /rest/images/:urn', 'media_status', `${shares}/images-api`),
    row('POST api /rest/videos', 'upload_media', `${shares}/videos-api`),
    row('GET api /rest/videos/:urn', 'media_status', `${shares}/videos-api`),

    row('POST api /rest/posts', 'publish', `${shares}/posts-api`),
    row('GET api /rest/posts', 'list_posts', `${shares}/posts-api`),
    row('GET api /rest/posts/:urn', 'get_post', `${shares}/posts-api`),
    row('POST api /rest/posts/:urn', 'edit_post', `${shares}/posts-api`),
    row('DELETE api /rest/posts/:urn', 'delete_post', `${shares}/posts-api`),

    row('GET api /rest/socialActions/:urn/comments', 'list_comments', comments),
    row('POST api /rest/socialActions/:urn/comments', 'reply', comments),
    row('GET api /rest/socialActions/:urn/comments/:id', 'list_comments', comments),
    row('DELETE api /rest/socialActions/:urn/comments/:id', 'delete_comment', comments),
    row('POST api /rest/reactions', 'other', `${shares}/reactions-api`),
    row('DELETE api /rest/reactions/:key', 'other', `${shares}/reactions-api`),

    row(
      'GET api /rest/organizationalEntityNotifications',
      ['mentions', 'other'],
      `${organizations}/organization-social-action-notifications`,
    ),

    row('GET api /rest/organizationalEntityShareStatistics', 'get_post', `${organizations}/share-statistics`),
    row('GET api /rest/organizationalEntityFollowerStatistics', 'other', `${organizations}/follower-statistics`),
  ],
  {
    connector: {
      'PUT /dms-uploads/:asset/:name/:part': 'uploadUrl',
    },
  },
);
