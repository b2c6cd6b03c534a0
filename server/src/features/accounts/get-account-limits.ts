import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { accountFor } from './account-for.ts';
import { asking } from './ask-account.ts';

export const getAccountLimits = defineOperation({
  name: 'get_account_limits',
  summary: 'Read how much the platform still accepts from an account; empty when it does not say',
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts/{account_id}/limits', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: z.record(z.string(), z.number().int()),

  async run(ctx, { account_id: accountId }) {
    const { account, connector } = await accountFor(ctx, { accountId, what: 'limits' });
    const allowance = connector.pacing?.allowance;
    if (allowance === undefined) return {};
    const { remaining } = await asking(ctx, account, allowance);
    return { posts_remaining: Math.max(0, Math.floor(remaining)) };
  },
});
