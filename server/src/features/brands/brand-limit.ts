import { ApiError } from '../../core/errors.ts';
import type { TenantDatabase } from '../../db/database.ts';
import { rejectingLimit, usage } from '../usage/index.ts';

/** 403 `brand_limit_reached`. */
export async function brandLimitReached(db: TenantDatabase, tenantId: string): Promise<ApiError> {
  const current = await usage.current(db, tenantId);
  const { plan, planName } = current;
  const max = rejectingLimit(current, 'brandsMax');
  return new ApiError(
    'brand_limit_reached',
    `The ${plan.displayName} (${planName}) plan allows ${max} brands. Delete one or choose a larger plan.`,
    { plan: planName, max, resource: 'brand' },
    'billing.brands_limit',
  );
}
