import { type Actor, isPermission, type Permission } from '../core/actor.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';

/**
 * Throws for an operation that does not declare its scope or, when it changes something, whether it leaves, so that the
 * process does not start with it.
 */
export function assertDeclared({ name, scope, leaves, http }: Omit<AnyOperation, 'run'>): void {
  if (!isPermission(scope))
    throw new Error(`The operation ${name} declares no known scope (core/actor.ts), but ${JSON.stringify(scope)}.`);
  if (leaves === undefined && http.method !== 'get')
    throw new Error(`The operation ${name} changes something and does not declare whether it leaves.`);
}

/** Rights over things of all brands (contract, 4.3). */
const OF_ALL_BRANDS: ReadonlySet<Permission> = new Set(['webhooks:manage', 'analytics:read', 'admin']);

/** Throws 403 `insufficient_scope` unless the actor has the permission, and all brands where it concerns all. */
export function assertPermitted(
  { permissions, brandIds }: Pick<Actor, 'permissions' | 'brandIds'>,
  permission: Permission,
): void {
  const isGiven = permissions === 'all' || permissions.has(permission);
  if (isGiven && (brandIds === 'all' || !OF_ALL_BRANDS.has(permission))) return;
  if (permission === 'admin')
    throw new ApiError(
      'insufficient_scope',
      'A restricted key cannot do this; use a key without scopes, brand limits, allowed addresses and an end.',
      {},
      'auth.insufficient_scope',
    );
  throw new ApiError(
    'insufficient_scope',
    `This key lacks the scope ${permission}.`,
    { required_scope: permission },
    'auth.insufficient_scope',
  );
}
