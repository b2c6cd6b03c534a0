import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { askAccount } from '../accounts/index.ts';
import { known } from './known.ts';
import { accountField } from './success.ts';

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
  summary: 'A Pinterest account in numbers, read from the platform now',
  tag: 'Pinterest',
  http: { method: 'get', path: '/v1/platforms/pinterest/accounts/{account_id}/summary', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject(accountField),
  output: Summary,

  async run(ctx, { account_id: accountId }) {
    const wish = { accountId, platform: 'pinterest', what: 'summaries' } as const;
    const { username, pictureUrl, counts } = await askAccount(ctx, wish, ({ summary }) => summary);
    return {
      username,
      ...known({
        profile_image: pictureUrl,
        follower_count: counts.followers,
        pin_count: counts.posts,
        board_count: counts.boards,
        monthly_views: counts.monthlyViews,
      }),
    };
  },
});
