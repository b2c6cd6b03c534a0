import { z } from 'zod';
import { EXAMPLE_AT } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, toPage } from '../../core/page.ts';
import { EXAMPLE_REVIEW_PLATFORM, PlatformWord } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import { platformFilter } from '../accounts/index.ts';
import { reviewedAccounts } from './refresh-reviews.ts';
import * as reviews from './review.repository.ts';

const ReviewAccount = z
  .object({
    account_id: z.string(),
    name: z.string(),
    platform: PlatformWord,
    average_rating: z.number(),
    total_count: z.number().int(),
    last_review_at: z.string().optional(),
    status: z.enum(['ok', 'reconnection_required']),
  })
  .meta({ id: 'ReviewAccount' });

export const listReviewAccounts = defineOperation({
  name: 'list_review_accounts',
  summary: 'List accounts with reviews',
  description:
    'Lists the connected accounts on platforms with reviews, each with its average rating and the number of its reviews. The first connected comes first. The figures come from our store.',
  example: { output: { data: [{ platform: EXAMPLE_REVIEW_PLATFORM, last_review_at: EXAMPLE_AT }] } },
  tag: 'Reviews',
  http: { method: 'get', path: '/v1/inbox/reviews/accounts', status: 200 },
  scope: 'inbox:read',
  callsPlatform: true,
  input: z.strictObject({ ...pageQuery, platform: PlatformWord.optional() }),
  output: pageOf(ReviewAccount),

  async run(ctx, { limit = PAGE_DEFAULT, cursor, platform: named }) {
    const { platform } = platformFilter(named);
    const scope = `review_accounts ${platform ?? ''}`;
    const [after = ''] = cursor === undefined ? [] : ctx.cursors.decode(ctx.tenant.id, scope, cursor);
    const rows = (await reviewedAccounts(ctx, { platform })).filter(({ id }) => id > String(after));
    const page = rows.slice(0, limit);
    const summaries = await reviews.summaries(
      ctx.db,
      ctx.tenant.id,
      page.map(({ id }) => id),
    );
    const last = page.at(-1);
    const next =
      rows.length <= limit || last === undefined ? undefined : ctx.cursors.encode(ctx.tenant.id, scope, [last.id]);
    const items = page.map(({ id, name, platform: on, status }) => {
      const found = summaries.get(id);
      return compact({
        account_id: id,
        name,
        platform: on,
        average_rating: found?.average_rating ?? 0,
        total_count: found?.total_count ?? 0,
        last_review_at: found?.last_review_at?.toISOString(),
        status: status === 'active' ? ('ok' as const) : ('reconnection_required' as const),
      });
    });
    return toPage(items, limit, next);
  },
});
