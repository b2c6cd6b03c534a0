import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { type Platform, PlatformName } from '../../core/platforms.ts';
import { accountFor } from './account-for.ts';
import { askAccount } from './ask-account.ts';

const CreatorInfo = z
  .object({
    platform: PlatformName,
    nickname: z.string(),
    avatar_url: z.string(),
    can_post: z.boolean().meta({ description: 'False while the platform accepts no post of this creator' }),
    max_video_duration_sec: z
      .number()
      .int()
      .meta({ description: 'Longest video of this creator in seconds; 0 when the platform does not say' }),
    privacy_level_options: z.array(z.string()).meta({ description: 'Allowed values of platform_data.privacy_level' }),
    interaction_settings: z.object({
      comment_disabled: z.boolean(),
      duet_disabled: z.boolean(),
      stitch_disabled: z.boolean(),
    }),
  })
  .meta({ id: 'CreatorInfo' });

export const getCreatorInfo = defineOperation({
  name: 'get_creator_info',
  summary: 'Get creator info',
  description:
    'Asks the platform what the creator behind an account may post now. Show it to the person before they post, where the platform demands that. Platforms without creators are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`.',
  example: { output: { max_video_duration_sec: 600, privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'] } },
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts/{account_id}/creator-info', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: CreatorInfo,

  async run(ctx, { account_id: accountId }) {
    const options = { accountId, what: 'creator info' };
    const { account } = await accountFor(ctx, options);
    const info = await askAccount(ctx, options, ({ creatorInfo }) => creatorInfo);
    return {
      platform: account.platform as Platform,
      nickname: info.nickname,
      avatar_url: info.avatarUrl,
      can_post: info.canPost,
      max_video_duration_sec: info.videoSecondsMax,
      privacy_level_options: [...info.privacyLevels],
      interaction_settings: {
        comment_disabled: info.isCommentDisabled,
        duet_disabled: info.isDuetDisabled,
        stitch_disabled: info.isStitchDisabled,
      },
    };
  },
});
