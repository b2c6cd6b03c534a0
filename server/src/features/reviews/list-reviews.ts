import { z } from 'zod';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { brandsShown } from '../../core/reach.ts';
import { keysetPage } from '../../db/keyset.ts';
import { platformFilter } from '../accounts/index.ts';
import * as reviews from './review.repository.ts';
import { Review, toReview } from './review.ts';

export const listReviews = defineOperation({
  name: 'list_reviews',
  summary: 'List reviews, newest first',
  tag: 'Reviews',
  http: { method: 'get', path: '/v1/inbox/reviews', status: 200 },
  scope: 'inbox:read',
  input: z.strictObject({
    ...pageQuery,
    account_id: z.string().max(200).optional(),
    platform: z.string().max(50).optional(),
    since: Instant.optional(),
  }),
  output: pageOf(Review),

  async run(ctx, { limit, cursor, ...filters }) {
    const { platform } = platformFilter(filters.platform);
    const { account_id: accountId, since } = filters;
    const filter = {
      accountId,
      brandIds: brandsShown(ctx.caller),
      platform,
      since: since === undefined ? undefined : toInstant(since),
    };
    return keysetPage(
      ctx,
      'reviews',
      { limit, cursor },
      {
        filters,
        read: (after, count) => reviews.list(ctx.db, ctx.tenant.id, filter, after, count),
        position: (row) => [row.created_at, row.id],
        item: (row) => toReview(row, ctx.tenant.mode === 'live'),
      },
    );
  },
});
