import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { askAccount } from '../accounts/index.ts';
import { accountField } from './fields.ts';

const int = z.number().int();

const Insights = z.object({
  follower_count: int,
  posts: z.array(
    z.object({
      post_id: z.string(),
      text: z.string(),
      permalink: z.string(),
      created_at: z.string(),
      impressions: int,
      unique_views: int,
      likes: int,
      comments: int,
      shares: int,
      clicks: int,
      engagement_rate: z.number(),
    }),
  ),
});

export const getLinkedinInsights = defineOperation({
  name: 'get_linkedin_insights',
  summary: 'Get LinkedIn insights',
  description:
    'Reads the followers of an organisation’s page and the statistics of its newest posts from LinkedIn. It is free. Accounts of other platforms, members of LinkedIn too, are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`.',
  example: {
    output: { data: { follower_count: 420, posts: [{ post_id: 'urn:li:share:example', likes: 31, shares: 2 }] } },
  },
  tag: 'LinkedIn',
  http: { method: 'get', path: '/v1/platforms/linkedin/insights', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(accountField),
  output: z.object({ data: Insights }),

  async run(ctx, { account_id: accountId }) {
    const options = { accountId, platform: 'linkedin_page', what: 'insights' } as const;
    const { followerCount, posts } = await askAccount(ctx, options, ({ insights }) => insights);
    return {
      data: {
        follower_count: followerCount,
        posts: posts.map(({ platformId, createdAt, uniqueViews, engagementRate, ...rest }) => ({
          ...rest,
          post_id: platformId,
          created_at: createdAt.toISOString(),
          unique_views: uniqueViews,
          engagement_rate: engagementRate,
        })),
      },
    };
  },
});
