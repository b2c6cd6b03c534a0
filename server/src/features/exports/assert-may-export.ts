import { type Actor, hasPermission } from '../../core/actor.ts';
import { ApiError } from '../../core/errors.ts';

/** 403 for people who only read: an export uses the quota. Keys need `analytics:read` alone. */
export function assertMayExport(actor: Pick<Actor, 'type' | 'permissions'>): void {
  if (actor.type === 'key' || hasPermission(actor, 'posts:write')) return;
  throw new ApiError(
    'insufficient_scope',
    'Your role reads exports, and makes and cancels none.',
    { required_scope: 'posts:write' },
    'auth.insufficient_scope',
  );
}
