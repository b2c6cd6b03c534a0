import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery, queryBool } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { platformFilter } from '../accounts/index.ts';
import { refreshReviews, reviewedAccounts } from './refresh-reviews.ts';
import * as reviews from './review.repository.ts';
import { Review, toReview } from './review.ts';

const Meta = z.object({
  accounts_queried: z.number().int(),
  accounts_failed: z.number().int(),
  failed_accounts: z.array(
    z.object({ account_id: z.string(), platform: PlatformWord, error: z.string(), code: z.string() }),
  ),
});

export const listReviews = defineOperation({
  name: 'list_reviews',
  summary: 'List reviews',
  description:
    'Lists the reviews of all connected accounts, newest first. The first page reads accounts anew that were not asked within a minute; `refresh=true` reads them in any case. `meta` names the accounts that could not be read now; their stored reviews are shown. `GET /v1/platforms` says which platforms have reviews.',
  example: { output: { meta: { accounts_queried: 1, failed_accounts: [] } } },
  tag: 'Reviews',
  http: { method: 'get', path: '/v1/inbox/reviews', status: 200 },
  scope: 'inbox:read',
  callsPlatform: true,
  input: z.strictObject({
    ...pageQuery,
    account_id: z.string().max(200).optional(),
    platform: PlatformWord.optional(),
    since: Instant.optional().meta({ description: 'Written at this time or later' }),
    refresh: queryBool
      .optional()
      .meta({ description: 'true reads the platforms, even when our reviews are fresh', wire: { type: 'boolean' } }),
  }),
  output: pageOf(Review).extend({ meta: Meta }),

  async run(ctx, { limit, cursor, refresh, ...filters }) {
    const { platform } = platformFilter(filters.platform);
    const { account_id: accountId, since } = filters;
    const rows = await reviewedAccounts(ctx, { accountId, platform });
    // Later pages continue what the first one read.
    const failed = cursor === undefined ? await refreshReviews(ctx, rows, refresh) : [];
    const filter = {
      accountId,
      platform,
      since: since === undefined ? undefined : toInstant(since),
      brandIds: brandsShown(ctx.actor),
    };
    const page = await keysetPage(
      ctx,
      'reviews',
      { limit, cursor },
      {
        filters,
        read: (after, count) => reviews.list(ctx.db, ctx.tenant.id, filter, after, count),
        position: (row) => [row.created_at, row.id],
        item: (row) => toReview(row, ctx),
      },
    );
    const meta = { accounts_queried: rows.length, accounts_failed: failed.length, failed_accounts: failed };
    return { ...page, meta };
  },
});
