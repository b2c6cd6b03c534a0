import { ApiError } from '../../core/errors.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { Tenant } from '../../core/tenant.ts';

/** A blocked customer can still see the block, and pay (contract, 2.4). */
function isOpen({ http: { method, path } }: AnyOperation): boolean {
  if (path.startsWith('/v1/billing/')) return true;
  return path === '/v1/users/me' && (method === 'get' || method === 'patch');
}

/** Throws 402 `past_due` for the other operations and for uploads without a key, while the workspace is blocked. */
export function assertNotPastDue({ billingBlockedAt }: Tenant, operation?: AnyOperation): void {
  if (billingBlockedAt === null || (operation !== undefined && isOpen(operation))) return;
  throw new ApiError(
    'past_due',
    'The subscription is past due: a charge and its retry failed. Pay the open invoice (POST /v1/billing/portal); the block then ends within seconds.',
    { blocked_at: billingBlockedAt.toISOString() },
    'billing.past_due',
  );
}
