import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import type { Operation } from '../../core/world/world.ts';

const docs = 'https://docs.joinmastodon.org/methods';
const checked = '2026-11-20';

function row(
  method: Method,
  path: string,
  operation: Operation | readonly Operation[],
  page: string,
): Omit<Covered, 'usedBy'> {
  return { method, host: '', path, operation, documentation: `${docs}/${page}`, checked };
}

export const coverage: readonly Covered[] = usedBy(
  [
    row('POST', '/api/v1/apps', 'other', 'apps/#create'),
    row('GET', '/oauth/authorize', 'other', 'oauth/#authorize'),
    row('POST', '/oauth/token', 'token', 'oauth/#token'),
    row('POST', '/oauth/revoke', 'other', 'oauth/#revoke'),
    row('GET', '/api/v2/instance', 'limits', 'instance/#v2'),
    row('GET', '/api/v1/instance', 'limits', 'instance/#v1'),
    row('GET', '/nodeinfo/2.0', 'other', 'instance/#nodeinfo'),
    row('GET', '/api/v1/accounts/verify_credentials', 'profile', 'accounts/#verify_credentials'),
    row('GET', '/api/v1/accounts/:id', 'profile', 'accounts/#get'),
    row('GET', '/api/v1/accounts/:id/statuses', 'list_posts', 'accounts/#statuses'),
    row('POST', '/api/v2/media', 'upload_media', 'media/#v2'),
    row('POST', '/api/v1/media', 'upload_media', 'media/#v1'),
    row('GET', '/api/v1/media/:id', 'media_status', 'media/#get'),
    row('POST', '/api/v1/statuses', ['publish', 'reply', 'send_message'], 'statuses/#create'),
    row('GET', '/api/v1/statuses/:id', 'get_post', 'statuses/#get'),
    row('GET', '/@:acct/:id', 'other', '../entities/Status/#url'),
    row('PUT', '/api/v1/statuses/:id', 'edit_post', 'statuses/#edit'),
    row('DELETE', '/api/v1/statuses/:id', ['delete_post', 'delete_comment'], 'statuses/#delete'),
    row('GET', '/api/v1/statuses/:id/context', 'list_comments', 'statuses/#context'),
    row('POST', '/api/v1/statuses/:id/favourite', 'other', 'statuses/#favourite'),
    row('POST', '/api/v1/statuses/:id/unfavourite', 'other', 'statuses/#unfavourite'),
    row('GET', '/api/v1/statuses/:id/source', 'other', 'statuses/#source'),
    row('GET', '/api/v1/statuses/:id/history', 'other', 'statuses/#history'),
    row('GET', '/api/v1/notifications', 'mentions', 'notifications/#get'),
    row('GET', '/api/v1/conversations', 'messages', 'conversations/#get'),
    row('POST', '/api/v1/conversations/:id/read', 'other', 'conversations/#read'),
  ],
  {
    judge: {
      'POST /api/v1/media': 'uploadMediaAttachment',
      'GET /api/v1/statuses/:id/history': 'history',
    },
    tour: {
      'GET /@:acct/:id': 'permalink',
    },
  },
);
