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
    period_end: z.string(),
    profile_units_used: z.number().int(),
    profile_units_limit: z.number().int(),
    page_allowance: z.number().int(),
    page_billing_exempt: z.boolean(),
    livemode: z.boolean(),
  })
  .meta({ id: 'Usage' });

export const getUsage = defineOperation({
  name: 'get_usage',
  summary: 'Usage of the current billing period and the limits of the plan',
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
