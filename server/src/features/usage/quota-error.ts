import { type PlanLimits, UNLIMITED } from '../../core/billing/plans.ts';
import { ApiError } from '../../core/errors.ts';
import { quotaRejected } from '../../core/observing/channels.ts';
import type { Charge } from '../../core/operation.ts';
import type * as usage from './usage.repository.ts';

const COUNTED = {
  post: { limit: 'postsPerPeriodMax', used: 'postsUsed' },
  interaction: { limit: 'interactionsPerPeriodMax', used: 'interactionsUsed' },
} as const;

/** 429 `rate_limit_exceeded`: it tells the plan, its limit, and when the counters start from zero. */
export function quotaError(charge: Charge, current: usage.Usage): ApiError {
  const { plan, planName, periodEnd, now } = current;
  const max = rejectingLimit(current, COUNTED[charge].limit);
  const message = `Monthly ${charge} limit exceeded for the ${plan.displayName} (${planName}) plan: ${roomFor(charge, current)} of ${max} ${charge}s are left until ${periodEnd.toISOString()}. A larger plan has no limit.`;
  const meta = {
    plan: planName,
    max,
    resource: charge,
    resets_at: periodEnd.toISOString(),
    retry_after: Math.max(1, Math.ceil((periodEnd.getTime() - now.getTime()) / 1000)),
  };
  quotaRejected.publish({ charge });
  return new ApiError('rate_limit_exceeded', message, meta, `validation.${charge}_limit_exhausted`);
}

/** How much of a charge the plan still allows in the period. */
export function roomFor(charge: Charge, current: usage.Usage): number {
  const { limit, used } = COUNTED[charge];
  const max = current.plan[limit];
  return max === UNLIMITED ? Number.POSITIVE_INFINITY : Math.max(0, max - current[used]);
}

/** The limit of the plan that has just rejected something. Throws 503 when the plan was raised in this very moment. */
export function rejectingLimit({ plan }: Pick<usage.Usage, 'plan'>, limit: keyof PlanLimits): number {
  const max = plan[limit];
  if (max !== UNLIMITED) return max;
  throw new ApiError('unavailable', 'The plan was changed at the same time. Send the request again.', {
    retry_after: 1,
  });
}
