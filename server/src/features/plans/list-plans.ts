import { z } from 'zod';
import { PLAN_NAMES, PLANS, POPULAR_PLAN } from '../../core/billing/plans.ts';
import { defineOperation } from '../../core/operation.ts';

const limit = z.number().int().meta({ description: '-1 means unlimited' });
const price = z.number().meta({ description: 'US dollars; -1 means by agreement' });

const PlanOffer = z
  .object({
    tier: z.enum(PLAN_NAMES),
    name: z.string(),
    tagline: z.string(),
    monthly_price_usd: price,
    annual_price_usd: price,
    popular: z.boolean(),
    limits: z.object({
      profiles: limit.meta({ description: 'Brands; -1 means unlimited' }),
      posts_per_month: limit,
      interactions_per_month: limit,
      storage_bytes: limit,
      event_retention_days: z.number().int(),
      exports_per_month: limit,
      videos_per_export: limit,
      transcripts_per_export: limit,
      vision: z.boolean().meta({ description: 'Whether exports may look at pictures' }),
      report_expiry_days: z.number().int(),
      export_cooldown_seconds: z.number().int().meta({ description: '0 means none' }),
    }),
  })
  .meta({ id: 'Plan' });

export const listPlans = defineOperation({
  name: 'list_plans',
  summary: 'List plans',
  description:
    'Lists the plans with their prices and limits, the cheapest first. -1 means unlimited or, as a price, by agreement. The list is the same for everybody.',
  example: { output: { plans: [toOffer('free')] } },
  tag: 'Usage',
  http: { method: 'get', path: '/v1/billing/plans', status: 200 },
  scope: 'any',
  input: z.strictObject({}),
  output: z.object({ plans: z.array(PlanOffer) }),

  run: async () => ({ plans: PLAN_NAMES.map(toOffer) }),
});

/** A plan as the API shows it. */
export function toOffer(tier: (typeof PLAN_NAMES)[number]): z.input<typeof PlanOffer> {
  const plan = PLANS[tier];
  return {
    tier,
    name: plan.displayName,
    tagline: plan.tagline,
    monthly_price_usd: plan.monthlyPriceUsd,
    annual_price_usd: plan.annualPriceUsd,
    popular: tier === POPULAR_PLAN,
    limits: {
      profiles: plan.brandsMax,
      posts_per_month: plan.postsPerPeriodMax,
      interactions_per_month: plan.interactionsPerPeriodMax,
      storage_bytes: plan.storageBytesMax,
      event_retention_days: plan.eventRetentionDays,
      exports_per_month: plan.exportsPerPeriodMax,
      videos_per_export: plan.videosPerExportMax,
      transcripts_per_export: plan.transcriptsPerExportMax,
      vision: plan.hasVision,
      report_expiry_days: plan.reportExpiryDays,
      export_cooldown_seconds: plan.exportCooldownSeconds,
    },
  };
}
