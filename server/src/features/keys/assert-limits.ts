import { SCOPES } from '../../core/actor.ts';
import { invalid } from '../../core/errors.ts';
import type { Runner } from '../../db/query.ts';
import { closest } from '../../lib/closest.ts';
import { brands } from '../brands/index.ts';
import * as keys from './key.repository.ts';

/**
 * 400 for an unknown scope, a brand that the tenant does not have, or an end that is not ahead. `kept`: brands that the
 * key has already, which may have been deleted since.
 */
export async function assertLimits(
  db: Runner,
  tenantId: string,
  { scopes = [], brandIds = [], expiresAt = null }: Partial<keys.KeyLimits>,
  kept: readonly string[] = [],
): Promise<void> {
  for (const scope of scopes) if (!(SCOPES as readonly string[]).includes(scope)) throw unknownScope(scope);
  const added = brandIds.filter((id) => !kept.includes(id));
  const known = added.length === 0 ? [] : await brands.idsAmong(db, tenantId, added);
  const unknown = added.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw invalid('brand_ids', `There is no brand with the id ${JSON.stringify(unknown)}.`, 'validation.brand_invalid');
  if (expiresAt !== null && expiresAt <= (await keys.now(db)))
    throw invalid('expires_at', 'expires_at must be ahead. To end a key now, revoke it.');
}

function unknownScope(scope: string) {
  const guess = closest(scope, SCOPES);
  const hint = guess === undefined ? `There are: ${SCOPES.join(', ')}.` : `Did you mean ${guess}?`;
  return invalid('scopes', `There is no scope ${JSON.stringify(scope)}. ${hint}`, 'validation.scope_invalid');
}
