import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as accounts from './account.repository.ts';
import { Account, toAccount } from './account.ts';

export const getAccount = defineOperation({
  name: 'get_account',
  summary: 'Get a connected account',
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts/{account_id}', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: Account,

  async run(ctx, { account_id: id }) {
    const row = await accounts.byId(ctx.db, ctx.tenant.id, id);
    if (row === undefined) throw notFound('account', id);
    return toAccount(row, ctx.tenant.mode === 'live');
  },
});
