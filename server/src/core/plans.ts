export const PLAN_NAMES = ['free', 'starter', 'pro', 'business', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** Plan limits (specification, "Plans"). -1 means unlimited. */
export interface Plan {
  readonly displayName: string;
  readonly brandsMax: number;
  readonly postsPerPeriodMax: number;
  readonly interactionsPerPeriodMax: number;
  readonly storageBytesMax: number;
  readonly eventRetentionDays: number;
}

export const UNLIMITED = -1;

const paid = { postsPerPeriodMax: UNLIMITED, interactionsPerPeriodMax: UNLIMITED, storageBytesMax: UNLIMITED };

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: {
    displayName: 'Hobby',
    brandsMax: 2,
    postsPerPeriodMax: 10,
    interactionsPerPeriodMax: 50,
    storageBytesMax: 104_857_600,
    eventRetentionDays: 1,
  },
  starter: { displayName: 'Side Hustle', brandsMax: 10, ...paid, eventRetentionDays: 7 },
  pro: { displayName: 'Full Send', brandsMax: 50, ...paid, eventRetentionDays: 30 },
  business: { displayName: 'Empire', brandsMax: 200, ...paid, eventRetentionDays: 90 },
  enterprise: { displayName: 'Enterprise', brandsMax: UNLIMITED, ...paid, eventRetentionDays: 90 },
};

/** Whether a count is below a limit; -1 is unlimited. */
export function hasRoom(used: number, limit: number): boolean {
  return limit === UNLIMITED || used < limit;
}
