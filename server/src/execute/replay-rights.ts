import { type Actor, brandsShown, reachesBrand } from '../core/actor.ts';
import { ApiError } from '../core/errors.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../db/query.ts';
import { brandsOf, type Stored } from './idempotency.repository.ts';
import type { RawInput } from './parse-input.ts';

/**
 * A key that is limited to brands replays what it asked for itself. It replays the request of another key only when
 * everything that the request and its response name belongs to its brands; otherwise 404.
 */
export async function assertMayReplay(
  db: Runner,
  { actor, tenant, raw }: { readonly actor: Actor; readonly tenant: Tenant; readonly raw: RawInput },
  stored: Stored,
): Promise<void> {
  if (brandsShown(actor) === undefined || stored.actorId === actor.id) return;
  const brands = await brandsOf(db, tenant.id, textsIn([raw, stored.body, stored.ref]));
  if (brands.length === 0 || !brands.every((brand) => reachesBrand(actor, brand)))
    throw new ApiError(
      'not_found',
      'Another key used this Idempotency-Key, for things that your key does not reach. Use a new one.',
      { resource: 'idempotency_key' },
      'resource.not_found',
    );
}

/** Every text that can be an id. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length <= 200 ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
