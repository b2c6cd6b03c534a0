import type { FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Runner } from '../db/query.ts';
import { assertNotPastDue } from '../features/billing/index.ts';
import { keys } from '../features/keys/index.ts';
import { plainAddress } from '../lib/ip-address.ts';
import { bearerKey, keyIn, unauthorized } from './bearer-key.ts';
import { createFailedKeys } from './failed-keys.ts';
import { createKeyFinder, type Identity, type Known } from './find-keys.ts';

/**
 * Identifies the caller of an operation by the `Authorization` header. Throws 401 `unauthorized`, 402 for a workspace that
 * is past due, 403 for an address that the key must not be used from, and 429 for an address with too many failures.
 * `onKey` is called as soon as the key is known; what it throws is thrown.
 */
export type Authenticate = (
  request: FastifyRequest,
  operation: AnyOperation,
  onKey?: (identity: Identity) => Promise<void>,
) => Promise<Identity>;

/** Keys come from memory and from batched statements. Past the limit of its address, an unknown key waits before both. */
export function createAuthenticate(system: Runner): Authenticate {
  const finder = createKeyFinder(system);
  const failures = createFailedKeys();

  /** Nobody waits for this, and a fault of it is none of the request. */
  function noteUse(known: Known): void {
    if (!known.isUseDue) return;
    known.isUseDue = false;
    const { tenant, actor } = known.identity;
    keys.noteUse(system, tenant.id, actor.id).catch(() => {});
  }

  /** Requests without a key that works wait for their turn, once their address has failed too often. */
  async function slowDown(request: FastifyRequest, address: string): Promise<void> {
    const key = keyIn(request.headers.authorization);
    if (key !== undefined && finder.isKnown(key)) return;
    // Clients that send so much do not read answers, which cost more than this.
    if (!(await failures.slowDown(address))) request.raw.socket.destroy();
  }

  async function identify(request: FastifyRequest, address: string): Promise<Identity> {
    await slowDown(request, address);
    const known = await finder.find(bearerKey(request));
    if (known === undefined) throw unauthorized('auth.invalid_key');
    if (known.isExpired)
      throw unauthorized('auth.key_expired', 'The API key has expired. Make a new one, or give it a later expires_at.');
    if (known.allowed?.has(address) === false) throw addressRejected(address);
    noteUse(known);
    return known.identity;
  }

  return async (request, operation, onKey) => {
    // A connection that is gone has no address.
    const address = request.ip ?? '';
    try {
      const identity = await identify(request, address);
      await onKey?.(identity);
      assertNotPastDue(identity.tenant, operation);
      return identity;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) failures.note(address);
      throw error;
    }
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
