import { z } from 'zod';
import type { PlatformContext } from '../../core/context.ts';
import { notSupported } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, queryBool, toPage } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { type AccountRow, accountFor } from '../accounts/index.ts';
import { refreshReviews } from './refresh-reviews.ts';
import * as reviews from './review.repository.ts';
import { Review, toReview } from './review.ts';

const Summary = z.object({
  average_rating: z.number().meta({ description: '0 when there is no review' }),
  total_count: z.number().int(),
});
const Status = z.enum(['ok', 'reconnection_required', 'error']);

type Order = 'newest' | 'rating_asc' | 'rating_desc';
interface PageInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export const listAccountReviews = defineOperation({
  name: 'list_account_reviews',
  summary: "List an account's reviews",
  description:
    'Lists the reviews of one account, newest first or by rating, with its average. `status` says whether the platform could be read now; otherwise the stored reviews are shown. An unknown account is 404 `account_not_found`, a platform without reviews 501 `not_supported`.',
  example: { input: { order: 'rating_desc' } },
  tag: 'Reviews',
  http: { method: 'get', path: '/v1/inbox/reviews/{account_id}', status: 200 },
  scope: 'inbox:read',
  callsPlatform: true,
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    order: z.enum(['newest', 'rating_asc', 'rating_desc']).optional().meta({ description: 'newest without it' }),
    refresh: queryBool
      .optional()
      .meta({ description: 'true reads the platform, even when our reviews are fresh', wire: { type: 'boolean' } }),
    ...pageQuery,
  }),
  output: pageOf(Review).extend({ summary: Summary, status: Status }),

  async run(ctx, { account_id: accountId, order = 'newest', refresh, ...page }) {
    const { account, connector } = await accountFor(ctx, { accountId, what: 'reviews' });
    if (connector.reviews === undefined) throw notSupported(account.platform, 'reviews');
    const [failed] = page.cursor === undefined ? await refreshReviews(ctx, [account], refresh) : [];
    const found = (await reviews.summaries(ctx.db, ctx.tenant.id, [account.id])).get(account.id);
    const { average_rating = 0, total_count = 0 } = found ?? {};
    const status: z.infer<typeof Status> =
      account.status !== 'active' ? 'reconnection_required' : failed === undefined ? 'ok' : 'error';
    return { ...(await pageIn(ctx, account, order, page)), summary: { average_rating, total_count }, status };
  },
});

async function pageIn(ctx: PlatformContext, account: AccountRow, order: Order, page: PageInput) {
  if (order !== 'newest') return ratingPage(ctx, account, order, page);
  const filter = { accountId: account.id, platform: undefined, since: undefined, brandIds: undefined };
  return keysetPage(ctx, 'account_reviews', page, {
    filters: account.id,
    read: (after, limit) => reviews.list(ctx.db, ctx.tenant.id, filter, after, limit),
    position: (row) => [row.created_at, row.id],
    item: (row) => toReview(row, ctx),
  });
}

async function ratingPage(
  ctx: PlatformContext,
  { id }: AccountRow,
  order: Exclude<Order, 'newest'>,
  { limit = PAGE_DEFAULT, cursor }: PageInput,
) {
  const scope = `account_reviews ${id} ${order}`;
  const after =
    cursor === undefined
      ? undefined
      : (ctx.cursors.decode(ctx.tenant.id, scope, cursor) as unknown as readonly [number, string, string]);
  const rows = await reviews.listByRating(ctx.db, ctx.tenant.id, id, order, after, limit);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next =
    rows.length <= limit || last === undefined
      ? undefined
      : ctx.cursors.encode(ctx.tenant.id, scope, [last.rating, last.created_at.toISOString(), last.id]);
  return toPage(
    page.map((row) => toReview(row, ctx)),
    limit,
    next,
  );
}
