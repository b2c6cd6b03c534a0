import { UNLIMITED } from '../core/billing/plans.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyOperation, Charge } from '../core/operation.ts';
import type { Tenant } from '../core/tenant.ts';
import type { SharedCache } from '../core/tools.ts';
import { abortReasonOf, type TenantDatabase } from '../db/database.ts';
import { quotaError, roomFor, usage } from '../features/usage/index.ts';

/** A mark that the allowance of a tenant is used up holds the end of its period, in milliseconds. */
const MARK = /^\d{13}$/;
const MARK_MS_MAX = 60_000;
const CHARGES: readonly Charge[] = ['post', 'interaction'];

export interface QuotaTools {
  readonly tenantDatabase: (tenantId: string) => TenantDatabase;
  /** undefined: quotas are decided by the charge alone. */
  readonly cache: SharedCache | undefined;
}

/**
 * Rejects a call whose charge was rejected a moment ago, before it does any work. A mark in the shared cache is only a
 * hint: one read of the tenant's row confirms it, so it never rejects what the charge would allow.
 */
export async function rejectEarly(
  { cache, tenantDatabase }: QuotaTools,
  { charge, isCharged }: AnyOperation,
  { id, plan }: Tenant,
  input: unknown,
): Promise<void> {
  if (cache === undefined || charge === undefined || charge === 'storage' || isCharged?.(input) !== true) return;
  if (plan.postsPerPeriodMax === UNLIMITED) return;
  if ((await cache.read(keyOf(id, charge), MARK)) === undefined) return;
  const current = await usage.current(tenantDatabase(id), id);
  if (roomFor(charge, current) === 0) throw quotaError(charge, current);
  cache.remove(keyOf(id, charge));
}

/** Turns an abort by the quota into 429 `rate_limit_exceeded` and marks it. Other errors are returned unchanged. */
export async function quotaErrorOf(
  { cache, tenantDatabase }: QuotaTools,
  tenantId: string,
  error: unknown,
): Promise<unknown> {
  const reason = error instanceof ApiError ? undefined : abortReasonOf(error);
  const charge = CHARGES.find((name) => reason === `quota:${name}`);
  if (charge === undefined) return error;
  const current = await usage.current(tenantDatabase(tenantId), tenantId);
  const endMs = current.periodEnd.getTime();
  const leftMs = endMs - current.now.getTime();
  if (roomFor(charge, current) === 0 && leftMs > 0)
    cache?.write(keyOf(tenantId, charge), String(endMs), Math.min(leftMs, MARK_MS_MAX));
  return quotaError(charge, current);
}

function keyOf(tenantId: string, charge: Charge): string {
  return `hubbub:used-up:${charge}:${tenantId}`;
}
