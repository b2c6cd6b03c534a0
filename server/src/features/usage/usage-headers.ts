import { UNLIMITED } from '../../core/billing/plans.ts';
import type { UsageHeaderKind } from '../../core/operation.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { TenantDatabase } from '../../db/database.ts';
import * as usage from './usage.repository.ts';

/** The usage headers (specification, "Usage response headers"); none on plans without a limit. */
export async function usageHeaders(
  db: TenantDatabase,
  tenant: Tenant,
  kind: UsageHeaderKind,
): Promise<Record<string, string>> {
  if (tenant.plan.postsPerPeriodMax === UNLIMITED) return {};
  const { plan, postsUsed, interactionsUsed, storageBytes } = await usage.current(db, tenant.id);
  if (plan.postsPerPeriodMax === UNLIMITED) return {};
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
