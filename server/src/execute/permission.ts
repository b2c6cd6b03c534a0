import type { Caller } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import type { Permission } from '../core/scope.ts';

/** Brand-limited keys never get these (contract, 4.3). */
const NEVER_FOR_BRANDS: readonly Permission[] = ['webhooks:manage', 'analytics:read'];

/** Throws 403 `insufficient_scope` unless the caller's key has the permission. */
export function assertPermitted(caller: Caller, permission: Permission): void {
  if (permission === 'any') return;
  const isRestricted = caller.scopes.length > 0 || caller.brandIds.length > 0;
  if (permission === 'admin') {
    if (isRestricted)
      throw new ApiError(
        'insufficient_scope',
        'A restricted key cannot do this; use a key without scopes and brand limits.',
        {},
        'auth.insufficient_scope',
      );
    return;
  }
  const scopeMissing = caller.scopes.length > 0 && !caller.scopes.includes(permission);
  const brandsForbid = caller.brandIds.length > 0 && NEVER_FOR_BRANDS.includes(permission);
  if (scopeMissing || brandsForbid) {
    throw new ApiError(
      'insufficient_scope',
      `This key lacks the scope ${permission}.`,
      { required_scope: permission },
      'auth.insufficient_scope',
    );
  }
}
