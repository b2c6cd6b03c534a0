import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { accountFor } from './account-for.ts';
import { asking } from './ask-account.ts';

export const getAccountLimits = defineOperation({
  name: 'get_account_limits',
  summary: 'Get platform limits of an account',
  description:
    'Asks the platform how many posts it still takes from the account. The object is empty for platforms that do not tell. It is free. An account that must be reconnected is 403 `reconnection_required`; a platform that throttles is 429 `platform_rate_limit`, one that fails 502 `platform_error`.',
  example: { output: { posts_remaining: 97 } },
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
