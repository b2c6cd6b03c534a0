import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { askAccount } from '../../accounts/index.ts';
import { accountField } from '../fields.ts';

const Summary = z.object({
  username: z.string(),
  profile_image: z.string().optional(),
  follower_count: z.number().int().optional(),
  pin_count: z.number().int().optional(),
  board_count: z.number().int().optional(),
  monthly_views: z.number().int().optional(),
});

export const getPinterestSummary = defineOperation({
  name: 'get_pinterest_summary',
  summary: 'Get a Pinterest summary',
  description:
    'Reads the counters of a Pinterest account from Pinterest. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.',
  example: { output: { follower_count: 640, pin_count: 88, board_count: 7, monthly_views: 12400 } },
  tag: 'Pinterest',
  http: { method: 'get', path: '/v1/platforms/pinterest/accounts/{account_id}/summary', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(accountField),
  output: Summary,

  async run(ctx, { account_id: accountId }) {
    const options = { accountId, platform: 'pinterest', what: 'summaries' } as const;
    const { username, pictureUrl, counts } = await askAccount(ctx, options, ({ summary }) => summary);
    return compact({
      username,
      profile_image: pictureUrl,
      follower_count: counts.followers,
      pin_count: counts.posts,
      board_count: counts.boards,
      monthly_views: counts.monthlyViews,
    });
  },
});
