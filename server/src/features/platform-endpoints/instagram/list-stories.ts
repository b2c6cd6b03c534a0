import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, toPage } from '../../../core/page.ts';
import { compact } from '../../../lib/compact.ts';
import { askAccount } from '../../accounts/index.ts';
import { accountField } from '../fields.ts';

const Story = z
  .object({
    id: z.string().meta({ description: 'The id on the platform' }),
    account_id: z.string(),
    platform: z.literal('instagram'),
    caption: z.string().optional(),
    media_type: z.string(),
    media_url: z.string().optional(),
    permalink: z.string().optional(),
    timestamp: z.string(),
    like_count: z.number().int().optional(),
    comments_count: z.number().int().optional(),
    metadata: z.object({ is_story: z.literal(true), expires_at: z.string() }),
  })
  .meta({ id: 'Story' });

export const listStories = defineOperation({
  name: 'list_stories',
  summary: 'List stories',
  description:
    'Lists the stories of an Instagram account that are visible now, read from Instagram. Stories disappear after 24 hours. Accounts of other platforms are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`.',
  example: {
    output: {
      data: [
        {
          id: 'example-story',
          media_type: 'IMAGE',
          media_url: 'https://example.com/story.jpg',
          metadata: { expires_at: '2027-01-02T09:00:00.000Z' },
        },
      ],
    },
  },
  tag: 'Instagram',
  http: { method: 'get', path: '/v1/platforms/instagram/accounts/{account_id}/stories', status: 200 },
  scope: 'posts:read',
  callsPlatform: true,
  input: z.strictObject({ ...accountField, ...pageQuery }),
  output: pageOf(Story),

  async run(ctx, { account_id: accountId, limit = PAGE_DEFAULT, cursor }) {
    const scope = `stories:${accountId}`;
    const after = cursor === undefined ? undefined : String(ctx.cursors.decode(ctx.tenant.id, scope, cursor)[0]);
    const options = { accountId, platform: 'instagram', what: 'stories' } as const;
    const { items, cursor: next } = await askAccount(ctx, options, ({ stories }) => stories, limit, after);
    const data = items.map((story) =>
      compact({
        id: story.platformId,
        account_id: accountId,
        platform: 'instagram' as const,
        media_type: story.mediaType,
        caption: story.caption,
        media_url: story.mediaUrl,
        permalink: story.permalink,
        like_count: story.likeCount,
        comments_count: story.commentCount,
        timestamp: story.createdAt.toISOString(),
        metadata: { is_story: true as const, expires_at: story.expiresAt.toISOString() },
      }),
    );
    return toPage(data, limit, next === undefined ? undefined : ctx.cursors.encode(ctx.tenant.id, scope, [next]));
  },
});
