import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery, queryInt } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { platformFilter } from '../accounts/index.ts';
import { InboxPost, toInboxPost } from './comment.ts';
import * as inboxPosts from './inbox-post.repository.ts';

export const listCommentedPosts = defineOperation({
  name: 'list_commented_posts',
  summary: 'List posts with comments',
  description:
    'Lists the posts of connected accounts that have comments, the most recently commented first. Posts that were written on the platform itself are among them. The list comes from our store and asks no platform.',
  tag: 'Comments',
  http: { method: 'get', path: '/v1/inbox/comments', status: 200 },
  scope: 'inbox:read',
  input: z.strictObject({
    ...pageQuery,
    account_id: z.string().max(200).optional(),
    brand_id: z.string().max(200).optional(),
    platform: PlatformWord.optional(),
    min_comments: queryInt(0, 1_000_000)
      .optional()
      .meta({ wire: { type: 'integer', minimum: 0, default: 0 } }),
    since: Instant.optional().meta({ description: 'Posts whose newest comment is from this time or later' }),
    sort_by: z.enum(['date']).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
  }),
  output: pageOf(InboxPost),

  async run(ctx, { limit, cursor, ...filters }) {
    const order = filters.sort_order ?? 'desc';
    return keysetPage(
      ctx,
      'commented_posts',
      { limit, cursor },
      {
        filters,
        read: (after, count) =>
          inboxPosts.list(ctx.db, ctx.tenant.id, {
            ...(filters.account_id === undefined ? {} : { accountId: filters.account_id }),
            brandIds: brandsShown(ctx.actor, filters.brand_id),
            ...platformFilter(filters.platform),
            commentsMin: filters.min_comments ?? 0,
            ...(filters.since === undefined ? {} : { since: toInstant(filters.since) as Date }),
            order,
            ...(after === undefined ? {} : { after }),
            limit: count,
          }),
        position: (row) => [row.last_comment_at ?? row.created_at, row.id],
        item: (row) => toInboxPost(row, ctx.tenant),
      },
    );
  },
});
