import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { askAccount } from '../accounts/index.ts';
import { known } from './known.ts';
import { accountField } from './success.ts';

const int = z.number().int();

const Summary = z.object({
  username: z.string(),
  display_name: z.string(),
  picture_url: z.string().optional(),
  follower_count: int.optional(),
  following_count: int.optional(),
  media_count: int.optional(),
  period_start: z.string().optional().meta({ description: 'The numbers below are those of these 30 days' }),
  period_end: z.string().optional(),
  reach: int.optional(),
  views: int.optional(),
  interactions: int.optional(),
  accounts_engaged: int.optional(),
  net_follows: int.optional(),
});

export const getInstagramSummary = defineOperation({
  name: 'get_instagram_summary',
  summary: 'An Instagram account in numbers and its last 30 days, read from the platform now',
  tag: 'Instagram',
  http: { method: 'get', path: '/v1/platforms/instagram/accounts/{account_id}/summary', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject(accountField),
  output: Summary,

  async run(ctx, { account_id: accountId }) {
    const wish = { accountId, platform: 'instagram', what: 'summaries' } as const;
    const { username, name, pictureUrl, counts, period } = await askAccount(ctx, wish, ({ summary }) => summary);
    return {
      username,
      display_name: name,
      ...known({
        picture_url: pictureUrl,
        follower_count: counts.followers,
        following_count: counts.following,
        media_count: counts.posts,
        period_start: period?.start.toISOString(),
        period_end: period?.end.toISOString(),
        reach: period?.reach,
        views: period?.views,
        interactions: period?.interactions,
        accounts_engaged: period?.accountsEngaged,
        net_follows: period?.netFollows,
      }),
    };
  },
});
