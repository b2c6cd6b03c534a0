import { type Actor, hasPermission, isPermission, type Permission } from '../core/actor.ts';
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

/** Rights over things of all brands (contract, 4.3). People read the analytics and events of their brands. */
const OF_ALL_BRANDS: Readonly<Record<'key' | 'user', ReadonlySet<Permission>>> = {
  key: new Set(['webhooks:manage', 'analytics:read', 'admin', 'owner']),
  user: new Set(['webhooks:manage', 'admin', 'owner']),
};

/** Throws 403 `insufficient_scope` unless the actor has the permission, and all brands where it concerns all. */
export function assertPermitted(actor: Pick<Actor, 'type' | 'permissions' | 'brandIds'>, permission: Permission): void {
  const { brandIds } = actor;
  const type = actor.type === 'key' ? 'key' : 'user';
  if (hasPermission(actor, permission) && (brandIds === 'all' || !OF_ALL_BRANDS[type].has(permission))) return;
  const isScope = permission !== 'admin' && permission !== 'owner';
  throw new ApiError(
    'insufficient_scope',
    isScope ? LACKING[type](permission) : LACKING_ALL[type](permission),
    isScope ? { required_scope: permission } : {},
    'auth.insufficient_scope',
  );
}

const LACKING = {
  key: (scope: string) => `This key lacks the scope ${scope}.`,
  user: (scope: string) => `Your role in this workspace does not give ${scope}, or not for all brands.`,
};

const LACKING_ALL = {
  key: () => 'A restricted key cannot do this; use a key without scopes, brand limits, allowed addresses and an end.',
  user: (permission: string) =>
    permission === 'owner'
      ? 'Only an owner of the workspace can do this.'
      : 'Only an admin or an owner of the workspace can do this.',
};
