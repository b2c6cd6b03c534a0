import { ApiError } from '../../core/errors.ts';
import type { Tenant } from '../../core/tenant.ts';

/** 403 `brand_limit_reached`. */
export function brandLimitReached({ plan, planName }: Tenant): ApiError {
  return new ApiError(
    'brand_limit_reached',
    `The ${plan.displayName} (${planName}) plan allows ${plan.brandsMax} brands. Delete one or choose a larger plan.`,
    { plan: planName, max: plan.brandsMax, resource: 'brand' },
    'billing.brands_limit',
  );
}
