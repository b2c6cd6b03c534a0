import type { Caller } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import { isPermission, type Permission } from '../core/scope.ts';

/** Brand-limited keys never get these (contract, 4.3). */
const NEVER_FOR_BRANDS: readonly Permission[] = ['webhooks:manage', 'analytics:read'];

/** Throws for an operation whose scope is not declared, so that the process does not start with it. */
export function assertScopeDeclared({ name, scope }: Pick<AnyOperation, 'name' | 'scope'>): void {
  if (!isPermission(scope))
    throw new Error(`The operation ${name} declares no known scope (core/scope.ts), but ${JSON.stringify(scope)}.`);
}

/** Throws 403 `insufficient_scope` unless the caller's key has the permission. */
export function assertPermitted(caller: Caller, permission: Permission): void {
  if (permission === 'any') return;
  if (permission === 'admin') {
    if (caller.isRestricted)
      throw new ApiError(
        'insufficient_scope',
        'A restricted key cannot do this; use a key without scopes, brand limits, allowed addresses and an end.',
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
