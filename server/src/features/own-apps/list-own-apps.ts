import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as ownApps from './own-app.repository.ts';
import { OwnApp, toOwnApp } from './own-app.ts';

export const listTwitterCredentials = defineOperation({
  name: 'list_twitter_credentials',
  summary: 'List X app credentials',
  description:
    'Lists the sets of credentials of your own X apps: the default set with an empty `brand_id`, and those of brands. Secrets are never shown.',
  tag: 'Connecting',
  http: { method: 'get', path: '/v1/platforms/twitter/credentials', status: 200 },
  scope: 'admin',
  input: z.strictObject(pageQuery),
  output: pageOf(OwnApp),

  async run(ctx, page) {
    return keysetPage(ctx, 'own_apps', page, {
      read: (after, limit) => ownApps.list(ctx.db, ctx.tenant.id, { after, limit }),
      position: (row) => [row.created_at, row.brand_id],
      item: (row) => toOwnApp(row, ctx.tenant.mode === 'live'),
    });
  },
});
