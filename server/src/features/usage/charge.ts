import { ApiError } from '../../core/errors.ts';
import type { Charge, UsageHeaderKind } from '../../core/operation.ts';
import { UNLIMITED } from '../../core/plans.ts';
import type { Tenant } from '../../core/tenant.ts';
import { abortReasonOf, type TenantDatabase } from '../../db/database.ts';
import * as usage from './usage.repository.ts';

/** Turns an abort by the quota into 429 `rate_limit_exceeded`. Other errors are returned unchanged. */
export function quotaErrorOf(error: unknown, tenant: Tenant): unknown {
  const reason = abortReasonOf(error);
  if (reason === 'quota:post')
    return exceeded(tenant, 'post', tenant.plan.postsPerPeriodMax, 'validation.post_limit_exhausted');
  if (reason === 'quota:interaction') {
    return exceeded(
      tenant,
      'interaction',
      tenant.plan.interactionsPerPeriodMax,
      'validation.interaction_limit_exhausted',
    );
  }
  return error;
}

function exceeded(tenant: Tenant, what: Charge, max: number, detailCode: string): ApiError {
  const message = `Monthly ${what} limit exceeded for the ${tenant.plan.displayName} (${tenant.planName}) plan: ${max} ${what}s a month. It resets with the next period; a larger plan has no limit.`;
  return new ApiError('rate_limit_exceeded', message, { plan: tenant.planName, max, resource: what }, detailCode);
}

/** The usage headers (specification, "Usage response headers"); none on plans without a limit. */
export async function usageHeaders(
  db: TenantDatabase,
  tenant: Tenant,
  kind: UsageHeaderKind,
): Promise<Record<string, string>> {
  const { plan } = tenant;
  if (plan.postsPerPeriodMax === UNLIMITED) return {};
  const { postsUsed, interactionsUsed, storageBytes } = await usage.current(db, tenant.id);
  const storage = { 'x-storage-used': String(storageBytes), 'x-storage-limit': String(plan.storageBytesMax) };
  if (kind === 'storage') return storage;
  return {
    'x-posts-limit': String(plan.postsPerPeriodMax),
    'x-posts-remaining': String(Math.max(0, plan.postsPerPeriodMax - postsUsed)),
    'x-interactions-limit': String(plan.interactionsPerPeriodMax),
    'x-interactions-remaining': String(Math.max(0, plan.interactionsPerPeriodMax - interactionsUsed)),
    ...storage,
  };
}
