import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import * as usage from './usage.repository.ts';

const Usage = z
  .object({
    brands_used: z.number().int(),
    brands_limit: z.number().int().meta({ description: '-1 means unlimited' }),
    posts_used: z.number().int(),
    posts_limit: z.number().int(),
    interactions_used: z.number().int(),
    interactions_limit: z.number().int(),
    exports_used: z.number().int(),
    exports_limit: z.number().int(),
    period_start: z.string(),
    period_end: z.string().meta({ description: 'The counters start anew then' }),
    profile_units_used: z.number().int().meta({ description: 'The same as brands_used' }),
    profile_units_limit: z.number().int().meta({ description: 'The same as brands_limit' }),
    page_allowance: z.number().int().meta({ description: 'Always 5, for older clients' }),
    page_billing_exempt: z.boolean().meta({ description: 'Always false, for older clients' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'Usage' });

export const getUsage = defineOperation({
  name: 'get_usage',
  summary: 'Get usage',
  description:
    'Shows what the current period has used and what the plan allows; -1 means unlimited. Only the Free plan rejects posts and interactions beyond its limits, with 429 `rate_limit_exceeded`; the others count. The counters start anew at `period_end`. Every valid key may ask.',
  tag: 'Usage',
  http: { method: 'get', path: '/v1/usage', status: 200 },
  scope: 'any',
  input: z.strictObject({}),
  output: Usage,

  async run(ctx) {
    const { plan, ...counters } = await usage.current(ctx.db, ctx.tenant.id);
    const brandsUsed = await usage.brandsUsed(ctx.db, ctx.tenant.id);
    return {
      brands_used: brandsUsed,
      brands_limit: plan.brandsMax,
      posts_used: counters.postsUsed,
      posts_limit: plan.postsPerPeriodMax,
      interactions_used: counters.interactionsUsed,
      interactions_limit: plan.interactionsPerPeriodMax,
      exports_used: counters.exportsUsed,
      exports_limit: plan.exportsPerPeriodMax,
      period_start: counters.periodStart.toISOString(),
      period_end: counters.periodEnd.toISOString(),
      profile_units_used: brandsUsed,
      profile_units_limit: plan.brandsMax,
      page_allowance: 5,
      page_billing_exempt: false,
      livemode: ctx.tenant.mode === 'live',
    };
  },
});
