import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { Account, toAccount } from './account.ts';
import { findAccount } from './find-account.ts';

export const getAccount = defineOperation({
  name: 'get_account',
  summary: 'Get an account',
  description:
    'Returns a connected account. An account with the status `reconnect_required` works again once its owner connects it; `reconnect_reason` tells why. An unknown or disconnected account is 404 `account_not_found`.',
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts/{account_id}', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: Account,

  async run(ctx, { account_id: id }) {
    const row = await findAccount(ctx, id);
    return toAccount(row, ctx.tenant.mode === 'live');
  },
});
