import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { askAccount } from '../accounts/index.ts';
import { known } from './known.ts';
import { accountField } from './success.ts';

const Summary = z.object({
  handle: z.string(),
  title: z.string(),
  thumbnail_url: z.string().optional(),
  subscriber_count: z.number().int().optional().meta({ description: 'Absent when the channel hides it' }),
  video_count: z.number().int().optional(),
  view_count: z.number().int().optional(),
});

export const getYoutubeSummary = defineOperation({
  name: 'get_youtube_summary',
  summary: 'A YouTube channel in numbers, read from the platform now',
  tag: 'YouTube',
  http: { method: 'get', path: '/v1/platforms/youtube/accounts/{account_id}/summary', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject(accountField),
  output: Summary,

  async run(ctx, { account_id: accountId }) {
    const wish = { accountId, platform: 'youtube', what: 'summaries' } as const;
    const { username, name, pictureUrl, counts } = await askAccount(ctx, wish, ({ summary }) => summary);
    return {
      handle: username,
      title: name,
      ...known({
        thumbnail_url: pictureUrl,
        subscriber_count: counts.followers,
        video_count: counts.posts,
        view_count: counts.views,
      }),
    };
  },
});
