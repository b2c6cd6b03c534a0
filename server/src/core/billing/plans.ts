export const PLAN_NAMES = ['free', 'starter', 'pro', 'business', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** Limits of a plan (specification, "Limits"). -1 means unlimited. */
export interface PlanLimits {
  readonly brandsMax: number;
  readonly postsPerPeriodMax: number;
  readonly interactionsPerPeriodMax: number;
  readonly storageBytesMax: number;
  readonly exportsPerPeriodMax: number;
  readonly videosPerExportMax: number;
  readonly transcriptsPerExportMax: number;
  readonly eventRetentionDays: number;
  readonly reportExpiryDays: number;
  /** The time between two exports; 0 is none. */
  readonly exportCooldownSeconds: number;
}

export interface Plan extends PlanLimits {
  readonly displayName: string;
  readonly tagline: string;
  /** US dollars; -1 is a price by agreement. A year costs twelve months at 80 %, each rounded to whole dollars. */
  readonly monthlyPriceUsd: number;
  readonly annualPriceUsd: number;
  /** Whether exports may look at pictures. */
  readonly hasVision: boolean;
}

export const UNLIMITED = -1;
export const CUSTOM_PRICE = -1;
export const POPULAR_PLAN: PlanName = 'pro';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const paid = {
  postsPerPeriodMax: UNLIMITED,
  interactionsPerPeriodMax: UNLIMITED,
  storageBytesMax: UNLIMITED,
  transcriptsPerExportMax: UNLIMITED,
  hasVision: true,
};

/** All plans, the cheapest first. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: {
    displayName: 'Hobby',
    tagline: 'Try everything with up to two brands',
    monthlyPriceUsd: 0,
    annualPriceUsd: 0,
    brandsMax: 2,
    postsPerPeriodMax: 10,
    interactionsPerPeriodMax: 50,
    storageBytesMax: 104_857_600,
    exportsPerPeriodMax: 2,
    videosPerExportMax: 30,
    transcriptsPerExportMax: 10,
    hasVision: false,
    eventRetentionDays: 1,
    reportExpiryDays: 7,
    exportCooldownSeconds: 7 * DAY_SECONDS,
  },
  starter: {
    ...paid,
    displayName: 'Side Hustle',
    tagline: 'Publish without a limit for a few brands',
    monthlyPriceUsd: 29,
    annualPriceUsd: 276,
    brandsMax: 10,
    exportsPerPeriodMax: 10,
    videosPerExportMax: 200,
    eventRetentionDays: 7,
    reportExpiryDays: 30,
    exportCooldownSeconds: DAY_SECONDS,
  },
  pro: {
    ...paid,
    displayName: 'Full Send',
    tagline: 'For teams that run many brands',
    monthlyPriceUsd: 109,
    annualPriceUsd: 1044,
    brandsMax: 50,
    exportsPerPeriodMax: 20,
    videosPerExportMax: 500,
    eventRetentionDays: 30,
    reportExpiryDays: 30,
    exportCooldownSeconds: HOUR_SECONDS,
  },
  business: {
    ...paid,
    displayName: 'Empire',
    tagline: 'For agencies with up to 200 brands',
    monthlyPriceUsd: 349,
    annualPriceUsd: 3348,
    brandsMax: 200,
    exportsPerPeriodMax: UNLIMITED,
    videosPerExportMax: UNLIMITED,
    eventRetentionDays: 90,
    reportExpiryDays: 90,
    exportCooldownSeconds: HOUR_SECONDS,
  },
  enterprise: {
    ...paid,
    displayName: 'Enterprise',
    tagline: 'No limits, by agreement',
    monthlyPriceUsd: CUSTOM_PRICE,
    annualPriceUsd: CUSTOM_PRICE,
    brandsMax: UNLIMITED,
    exportsPerPeriodMax: UNLIMITED,
    videosPerExportMax: UNLIMITED,
    eventRetentionDays: 90,
    reportExpiryDays: 90,
    exportCooldownSeconds: 0,
  },
};

/** One limit of every plan as JSON, for statements that find the plan in the row that they lock. */
export function limitByPlan(limit: keyof PlanLimits): string {
  return JSON.stringify(Object.fromEntries(PLAN_NAMES.map((name) => [name, PLANS[name][limit]])));
}

/** Whether a count is below a limit; -1 is unlimited. */
export function hasRoom(used: number, limit: number): boolean {
  return limit === UNLIMITED || used < limit;
}
