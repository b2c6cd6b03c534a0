import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { askAccount } from '../../accounts/index.ts';
import { accountField } from '../fields.ts';

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
  summary: 'Get a YouTube summary',
  description:
    'Reads the counters of a YouTube channel from YouTube. It is free. Accounts of other platforms are 501 `not_supported`; an account that must be reconnected is 403 `reconnection_required`.',
  example: {
    output: {
      title: 'Harbour Café',
      thumbnail_url: 'https://example.com/harbour-cafe.jpg',
      subscriber_count: 750,
      video_count: 31,
      view_count: 48200,
    },
  },
  tag: 'YouTube',
  http: { method: 'get', path: '/v1/platforms/youtube/accounts/{account_id}/summary', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(accountField),
  output: Summary,

  async run(ctx, { account_id: accountId }) {
    const options = { accountId, platform: 'youtube', what: 'summaries' } as const;
    const { username, name, pictureUrl, counts } = await askAccount(ctx, options, ({ summary }) => summary);
    return compact({
      handle: username,
      title: name,
      thumbnail_url: pictureUrl,
      subscriber_count: counts.followers,
      video_count: counts.posts,
      view_count: counts.views,
    });
  },
});
