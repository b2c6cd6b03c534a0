import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { DAYS_MAX, periodFields, toPeriod } from './period.ts';
import * as posts from './posts.repository.ts';

const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** So many posts with a rate make a medium or high confidence. */
const POSTS_FOR_HIGH = 150;
const POSTS_FOR_MEDIUM = 30;

const Hour = z.object({
  weekday: z.enum(WEEKDAY_NAMES),
  hour: z.number().int().min(0).max(23),
  posts: z.number().int(),
  engagement_rate: z.number().optional().meta({ description: 'The mean over the posts; absent when no post has one' }),
});

export const getBestTimes = defineOperation({
  name: 'get_best_times',
  summary: 'Get best times to post',
  description:
    "Shows how an account's own posts of the last year did, by the hour of the week in which they were published. All 168 hours are there; an hour without posts has no rate. `confidence` says how far to trust it. An unknown account is 404 `account_not_found`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.",
  example: { output: { data: [{ engagement_rate: 0.061 }], confidence: 'medium', from: '2026-01-01' } },
  tag: 'Analytics',
  http: { method: 'get', path: '/v1/analytics/best-times', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: z.object({
    account_id: z.string(),
    data: z.array(Hour).meta({ description: '168 hours, from Monday 0 to Sunday 23' }),
    count: z.number().int(),
    confidence: z
      .enum(['low', 'medium', 'high'])
      .meta({ description: `By the number of posts: low below ${POSTS_FOR_MEDIUM}, high from ${POSTS_FOR_HIGH}` }),
    ...periodFields,
  }),

  async run(ctx, { account_id: accountId }) {
    const { from, to, zone } = await toPeriod(ctx, { account_id: accountId }, DAYS_MAX);
    const rows = await posts.byHourOfWeek(ctx.db, ctx.tenant.id, accountId, { from, to, zone });
    const data = WEEKDAY_NAMES.flatMap((weekday, index) =>
      Array.from({ length: 24 }, (_, hour) => {
        const row = rows.find((each) => each.weekday === index + 1 && each.hour === hour);
        const rate = row?.engagement_rate ?? undefined;
        return { weekday, hour, posts: row?.posts ?? 0, ...(rate === undefined ? {} : { engagement_rate: rate }) };
      }),
    );
    const told = rows.reduce((sum, row) => sum + (row.engagement_rate === null ? 0 : row.posts), 0);
    return {
      account_id: accountId,
      data,
      count: data.length,
      confidence: confidenceIn(told),
      from,
      to,
      timezone: zone,
      livemode: ctx.tenant.mode === 'live',
    };
  },
});

function confidenceIn(posts: number): 'low' | 'medium' | 'high' {
  if (posts < POSTS_FOR_MEDIUM) return 'low';
  return posts < POSTS_FOR_HIGH ? 'medium' : 'high';
}
