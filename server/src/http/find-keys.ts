import { type Actor, type Permission, SCOPES } from '../core/actor.ts';
import { ApiError } from '../core/errors.ts';
import { ROLES } from '../core/roles.ts';
import type { Runner } from '../db/query.ts';
import { keys } from '../features/keys/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { hashApiKey, isApiKey } from '../lib/api-key.ts';
import { addressList, plainAddress } from '../lib/ip-address.ts';
import { unauthorized } from './bearer-key.ts';
import { type CallerFinder, createCallerFinder, type Known } from './find-callers.ts';

/** Finds API keys. Text with a wrong checksum is no key. */
export function createKeyFinder(system: Runner): CallerFinder {
  return createCallerFinder(async (keys) => {
    const rows = await workspaces.findKeys(system, keys.map(hashApiKey));
    const byHash = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
    return keys.map((key) => {
      const row = byHash.get(hashApiKey(key).toString('hex'));
      return row && toKnown(system, row);
    });
  }, isApiKey);
}

function toKnown(system: Runner, row: workspaces.KeyRow): Known {
  const tenant = workspaces.toTenant(row);
  const allowed = row.allowed_ips.length === 0 ? undefined : addressList(row.allowed_ips);
  return {
    identity: { tenant, actor: keyActor(row), isProofFresh: true },
    isUsable: !row.is_expired,
    rejectionAt(address) {
      if (row.is_expired)
        return unauthorized(
          'auth.key_expired',
          'The API key has expired. Make a new one, or give it a later expires_at.',
        );
      return allowed?.has(address) === false ? addressRejected(address) : undefined;
    },
    noteUse: row.is_use_due ? () => keys.noteUse(system, tenant.id, row.id) : undefined,
  };
}

function addressRejected(given: string): ApiError {
  const address = plainAddress(given).slice(0, 50);
  return new ApiError(
    'permission_denied',
    `This key must not be used from ${address}; its allowed_ips say from where. Behind a proxy, the operator sets TRUSTED_PROXIES.`,
    { address },
    'auth.address_not_allowed',
  );
}

/** The rights of a key. Here alone its empty lists become `all`. Without restrictions it has those of its maker. */
function keyActor(row: workspaces.KeyRow): Actor {
  const { id, name, scopes, brand_ids, is_restricted, is_owner, sending, can_approve: canApprove } = row;
  const brandIds = brand_ids.length === 0 ? 'all' : new Set(brand_ids);
  const named = scopes.length === 0 ? SCOPES : scopes;
  const ofMaker = is_owner ? 'all' : ROLES.admin.permissions;
  const permissions = is_restricted ? new Set<Permission>(['any', ...named]) : ofMaker;
  return { type: 'key', id, name, permissions, brandIds, sending, canApprove };
}
