import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { compact } from '../../lib/compact.ts';
import { askAccount } from '../accounts/index.ts';
import { accountField } from './fields.ts';

const Summary = z.object({
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().optional(),
  bio_description: z.string().optional(),
  is_verified: z.boolean().optional(),
  profile_deep_link: z.string().optional(),
  follower_count: z.number().int().optional(),
  following_count: z.number().int().optional(),
  likes_count: z.number().int().optional(),
  video_count: z.number().int().optional(),
});

export const getTiktokSummary = defineOperation({
  name: 'get_tiktok_summary',
  summary: 'Get a TikTok summary',
  description:
    'Reads the profile and the counters of a TikTok account from TikTok. Fields for which the owner gave no permission are absent. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.',
  example: {
    output: { is_verified: false, follower_count: 2100, following_count: 64, likes_count: 18300, video_count: 57 },
  },
  tag: 'TikTok',
  http: { method: 'get', path: '/v1/platforms/tiktok/accounts/{account_id}/summary', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(accountField),
  output: Summary,

  async run(ctx, { account_id: accountId }) {
    const options = { accountId, platform: 'tiktok', what: 'summaries' } as const;
    const { username, name, pictureUrl, bio, isVerified, profileUrl, counts } = await askAccount(
      ctx,
      options,
      ({ summary }) => summary,
    );
    return compact({
      username,
      display_name: name,
      avatar_url: pictureUrl,
      bio_description: bio,
      is_verified: isVerified,
      profile_deep_link: profileUrl,
      follower_count: counts.followers,
      following_count: counts.following,
      likes_count: counts.likes,
      video_count: counts.posts,
    });
  },
});
