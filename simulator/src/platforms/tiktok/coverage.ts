import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';

const doc = 'https://developers.tiktok.com/doc';
const checked = '2026-11-20';

type Row = readonly [`${Method} ${string}`, Covered['operation'], string, string?];

const rows: readonly Row[] = [
  ['GET /v2/auth/authorize/', 'token', `${doc}/login-kit-web`, 'www'],
  ['POST /v2/oauth/token/', ['token', 'refresh_token'], `${doc}/oauth-user-access-token-management`],
  ['POST /v2/oauth/revoke/', 'other', `${doc}/oauth-user-access-token-management`],

  ['GET /v2/user/info/', 'profile', `${doc}/tiktok-api-v2-get-user-info`],
  ['POST /v2/post/publish/creator_info/query/', 'other', `${doc}/content-posting-api-reference-query-creator-info`],

  [
    'POST /v2/post/publish/video/init/',
    ['create_container', 'publish'],
    `${doc}/content-posting-api-reference-direct-post`,
  ],
  ['POST /v2/post/publish/content/init/', 'publish', `${doc}/content-posting-api-reference-photo-post`],
  ['PUT /video/', ['upload_media', 'publish'], `${doc}/content-posting-api-media-transfer-guide`, 'upload'],
  ['POST /v2/post/publish/status/fetch/', 'container_status', `${doc}/content-posting-api-reference-get-video-status`],

  ['POST /v2/video/list/', 'list_posts', `${doc}/tiktok-api-v2-video-list`],
  ['POST /v2/video/query/', 'get_post', `${doc}/tiktok-api-v2-video-query`],
];

/** Every endpoint of the simulated TikTok. */
export const coverage: readonly Covered[] = usedBy(
  rows.map(([line, operation, documentation, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, host, path, operation, documentation, checked };
  }),
);
