import { z } from 'zod';
import { EXAMPLE_AT } from '../../../core/example.ts';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { askAccount } from '../../accounts/index.ts';
import { accountField } from '../fields.ts';

const int = z.number().int();

const Summary = z.object({
  username: z.string(),
  display_name: z.string(),
  picture_url: z.string().optional(),
  follower_count: int.optional(),
  following_count: int.optional(),
  media_count: int.optional(),
  period_start: z.string().optional().meta({ description: 'Start of the 30 days that the following numbers cover' }),
  period_end: z.string().optional(),
  reach: int.optional(),
  views: int.optional(),
  interactions: int.optional(),
  accounts_engaged: int.optional(),
  net_follows: int.optional(),
});

export const getInstagramSummary = defineOperation({
  name: 'get_instagram_summary',
  summary: 'Get an Instagram summary',
  description:
    'Reads the counters of an Instagram account and the numbers of its last 30 days from Instagram. It is free. Without the permission for insights the answer is 403 `reconnection_required`. Accounts of other platforms are 501 `not_supported`.',
  example: {
    output: {
      follower_count: 1280,
      following_count: 96,
      media_count: 214,
      period_start: '2026-12-02T09:00:00.000Z',
      period_end: EXAMPLE_AT,
      reach: 5400,
      views: 9100,
      interactions: 640,
      accounts_engaged: 310,
      net_follows: 25,
    },
  },
  tag: 'Instagram',
  http: { method: 'get', path: '/v1/platforms/instagram/accounts/{account_id}/summary', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(accountField),
  output: Summary,

  async run(ctx, { account_id: accountId }) {
    const options = { accountId, platform: 'instagram', what: 'summaries' } as const;
    const { username, name, pictureUrl, counts, period } = await askAccount(ctx, options, ({ summary }) => summary);
    return compact({
      username,
      display_name: name,
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
    });
  },
});
