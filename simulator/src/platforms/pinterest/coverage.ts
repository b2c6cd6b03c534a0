import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';

const reference = 'https://developers.pinterest.com/docs/api/v5';
const guide = 'https://developers.pinterest.com/docs';
const checked = '2026-11-20';

type Row = readonly [`${Method} ${string}`, Covered['operation'], string, string?];

const rows: readonly Row[] = [
  ['GET /oauth/', 'token', `${guide}/getting-started/set-up-authentication-and-authorization/`, 'www'],
  ['POST /v5/oauth/token', ['token', 'refresh_token'], `${reference}/oauth-token`],

  ['GET /v5/user_account', 'profile', `${reference}/user_account-get`],
  ['GET /v5/user_account/analytics', 'other', `${reference}/user_account-analytics`],

  ['GET /v5/boards', 'other', `${reference}/boards-list`],
  ['POST /v5/boards', 'other', `${reference}/boards-create`],
  ['GET /v5/boards/:board', 'other', `${reference}/boards-get`],
  ['PATCH /v5/boards/:board', 'other', `${reference}/boards-update`],
  ['DELETE /v5/boards/:board', 'other', `${reference}/boards-delete`],
  ['GET /v5/boards/:board/pins', 'list_posts', `${reference}/boards-list_pins`],

  ['GET /v5/pins', 'list_posts', `${reference}/pins-list`],
  ['POST /v5/pins', 'publish', `${reference}/pins-create`],
  ['PATCH /v5/pins/:pin', 'edit_post', `${reference}/pins-update`],
  ['DELETE /v5/pins/:pin', 'delete_post', `${reference}/pins-delete`],
  ['GET /v5/pins/:pin/analytics', 'get_post', `${reference}/pins-analytics`],

  ['POST /v5/media', 'upload_media', `${reference}/media-create`],
  ['GET /v5/media/:media', 'media_status', `${reference}/media-get`],
  ['POST /', 'upload_media', `${guide}/work-with-organic-content-and-users/create-boards-and-pins/`, 'upload'],
];

/** Every endpoint of the simulated Pinterest API. */
export const coverage: readonly Covered[] = usedBy(
  rows.map(([line, operation, documentation, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, host, path, operation, documentation, checked };
  }),
);
