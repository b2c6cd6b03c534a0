import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as redirectUris from './redirect-uri.repository.ts';
import { RedirectUri, toRedirectUri } from './redirect-uri.ts';

export const listRedirectUris = defineOperation({
  name: 'list_redirect_uris',
  summary: 'List redirect addresses',
  description:
    'Lists the addresses that browsers may return to after a login, newest first. While there is none, every valid address is allowed.',
  tag: 'Connecting',
  http: { method: 'get', path: '/v1/oauth/redirect-uris', status: 200 },
  scope: 'admin',
  input: z.strictObject(pageQuery),
  output: pageOf(RedirectUri),

  async run(ctx, page) {
    return keysetPage(ctx, 'redirect_uris', page, {
      read: (after, limit) => redirectUris.list(ctx.db, ctx.tenant.id, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toRedirectUri(row, ctx.tenant.mode === 'live'),
    });
  },
});
