import { z } from 'zod';
import { exampleId } from '../../../core/example.ts';
import { defineOperation } from '../../../core/operation.ts';
import { pageOf, pageQuery } from '../../../core/page.ts';
import { PlatformWord } from '../../../core/platforms.ts';
import { keysetPage } from '../../../db/lists/keyset.ts';
import { compact } from '../../../lib/compact.ts';
import { Metrics, SORT_NAMES, toMetrics } from './metric.ts';
import { accountsQuery, DAYS_MAX, periodFields, periodQuery, toPeriod } from './period.ts';
import * as posts from './posts.repository.ts';

const CountedPost = z
  .object({
    account_id: z.string(),
    platform: PlatformWord,
    platform_post_id: z.string(),
    post_id: z.string().optional().meta({ description: 'Absent for a post that was made elsewhere' }),
    published_at: z.string(),
    metrics: Metrics,
    metrics_synced_at: z.string().meta({ description: 'When the platform told the numbers' }),
  })
  .meta({ id: 'PostAnalytics' });

export const listPostAnalytics = defineOperation({
  name: 'list_post_analytics',
  summary: 'List post analytics',
  description: `Lists the posts of a period with their newest numbers, newest first, or the best first with \`sort\`, which compares the newest ${posts.RANKED_MAX}. They come from our readings; no platform is asked. Without \`from\` and \`to\` the period is the last 30 days; more than ${DAYS_MAX} days are 400 \`invalid_request\`. Keys that are limited to brands get 403 \`insufficient_scope\`; people see what is of their brands.`,
  example: {
    input: { sort: 'engagement_rate', from: '2027-01-01', to: '2027-01-01' },
    output: { data: [{ post_id: exampleId('post'), metrics_synced_at: '2027-01-01T12:00:00.000Z' }] },
  },
  tag: 'Analytics',
  http: { method: 'get', path: '/v1/analytics/posts', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({
    ...pageQuery,
    ...accountsQuery,
    ...periodQuery,
    sort: z.enum(SORT_NAMES).optional().meta({ description: 'The highest first; posts without the metric come last' }),
  }),
  output: pageOf(CountedPost).extend(periodFields),

  async run(ctx, { limit, cursor, sort, ...query }) {
    const period = await toPeriod(ctx, query);
    const page = await keysetPage(
      ctx,
      'post analytics',
      { limit, cursor },
      {
        filters: { ...query, sort },
        read: (after, count) => posts.list(ctx.db, ctx.tenant.id, period, sort, after, count),
        position: (row) => [sort === undefined ? row.published_at : row.value, `${row.account_id} ${row.platform_id}`],
        item: (row) =>
          compact({
            account_id: row.account_id,
            platform: row.platform,
            platform_post_id: row.platform_id,
            post_id: row.post_id ?? undefined,
            published_at: row.published_at.toISOString(),
            metrics: toMetrics(row.metrics),
            metrics_synced_at: row.read_at.toISOString(),
          }),
      },
    );
    const { from, to, zone } = period;
    return { ...page, from, to, timezone: zone, livemode: ctx.tenant.mode === 'live' };
  },
});
