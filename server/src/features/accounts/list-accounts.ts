import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as accounts from './account.repository.ts';
import { Account, toAccount } from './account.ts';
import { platformFilter } from './platform-filter.ts';

export const listAccounts = defineOperation({
  name: 'list_accounts',
  summary: 'List accounts',
  description:
    'Lists the connected accounts, newest first, also those that wait to be reconnected. Disconnected accounts are not listed. A key limited to brands sees the accounts of these brands.',
  example: { input: { brand_id: exampleId('brand') } },
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject({
    ...pageQuery,
    brand_id: z.string().max(200).optional(),
    platform: PlatformWord.optional(),
  }),
  output: pageOf(Account),

  async run(ctx, { brand_id: brandId, platform, ...page }) {
    const filter = { brandIds: brandsShown(ctx.actor, brandId), ...platformFilter(platform) };
    return keysetPage(ctx, 'accounts', page, {
      filters: filter,
      read: (after, limit) =>
        accounts.list(ctx.db, ctx.tenant.id, { ...filter, ...(after === undefined ? {} : { after }), limit }),
      position: (row) => [row.created_at, row.id],
      item: (row) => toAccount(row, ctx.tenant.mode === 'live'),
    });
  },
});
