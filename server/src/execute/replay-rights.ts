import { type Actor, brandsShown, reachesBrand } from '../core/actor.ts';
import { ApiError } from '../core/errors.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../db/query.ts';
import { brandsOf, type Stored } from './idempotency.repository.ts';
import type { RawInput } from './parse-input.ts';

/**
 * The actor of a replay. An actor that is limited to brands replays the request of another one only when everything that
 * the request and its response name belongs to its brands; otherwise 404. What it asked for itself it replays also when
 * that belongs to other brands now: it reaches those for the replay.
 */
export async function replayingActor(
  db: Runner,
  { actor, tenant, raw }: { readonly actor: Actor; readonly tenant: Tenant; readonly raw: RawInput },
  stored: Stored,
): Promise<Actor> {
  const own = brandsShown(actor);
  if (own === undefined) return actor;
  const brands = await brandsOf(db, tenant.id, textsIn([raw, stored.body, stored.ref]));
  const reachesAll = brands.length > 0 && brands.every((brand) => reachesBrand(actor, brand));
  if (stored.actorId !== actor.id && !reachesAll)
    throw new ApiError(
      'not_found',
      'Another key used this Idempotency-Key, for things that your key does not reach. Use a new one.',
      { resource: 'idempotency_key' },
      'resource.not_found',
    );
  return { ...actor, brandIds: new Set([...own, ...brands]) };
}

/** Every text that can be an id. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length <= 200 ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
