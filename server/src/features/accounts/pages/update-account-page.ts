import { z } from 'zod';
import { invalid, notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { findAccount } from '../find-account.ts';
import { AccountPage, isPage, toAccountPage } from './account-page.ts';

export const updateAccountPage = defineOperation({
  name: 'update_account_page',
  summary: 'Update a page of an account',
  description:
    'Confirms that the page is the default and active one, for clients that set it. An account has one page, so `false` is 400 `invalid_request`: disconnect the account instead. Any other page is 404 `not_found`.',
  example: { input: { is_active: true } },
  tag: 'Accounts',
  http: { method: 'patch', path: '/v1/accounts/{account_id}/pages/{page_id}', status: 200 },
  scope: 'accounts:manage',
  leaves: false,
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    page_id: z.string().min(1).max(500),
    is_default: z.boolean().optional().meta({ description: 'true only' }),
    is_active: z.boolean().optional().meta({ description: 'true only' }),
  }),
  output: AccountPage,

  async run(ctx, { account_id: id, page_id: pageId, ...options }) {
    const row = await findAccount(ctx, id);
    if (!isPage(ctx, row) || row.platform_id !== pageId) throw notFound('page', pageId);
    for (const [field, value] of Object.entries(options))
      if (value === false)
        throw invalid(field, 'An account has this one page. Disconnect the account to stop using it.');
    return toAccountPage(row, ctx.tenant.mode === 'live');
  },
});
