import { z } from 'zod';
import { invalid } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { findAccount } from '../find-account.ts';
import { AccountPage, isPage, toAccountPage } from './account-page.ts';

export const listAccountPages = defineOperation({
  name: 'list_account_pages',
  summary: 'List pages of an account',
  description:
    'Lists the page behind an account. Each page is an account of its own, so there is one. `GET /v1/platforms` tells which platforms have pages; on others the answer is 400 `invalid_request`.',
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts/{account_id}/pages', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: z.object({ data: z.array(AccountPage), count: z.number().int() }),

  async run(ctx, { account_id: id }) {
    const row = await findAccount(ctx, id);
    if (!isPage(ctx, row)) throw invalid('account_id', `${row.platform} has no pages.`, 'account.pages_not_supported');
    return { data: [toAccountPage(row, ctx.tenant.mode === 'live')], count: 1 };
  },
});
