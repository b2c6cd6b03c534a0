import type { FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Runner } from '../db/query.ts';
import { assertNotPastDue } from '../features/billing/index.ts';
import { bearerKey, keyIn, unauthorized } from './bearer-key.ts';
import { createFailedKeys } from './failed-keys.ts';
import type { CallerFinder, Identity } from './find-callers.ts';
import { createKeyFinder } from './find-keys.ts';
import { createSessionFinder, proofOf } from './sessions/find-sessions.ts';
import { assertOwnOrigin, changesSomething } from './sessions/origin.ts';
import { type Site, sessionTokenOf } from './sessions/session-cookie.ts';

/**
 * Identifies the caller of an operation by the `Authorization` header or, without it, by the cookie of a session. Throws 401
 * `unauthorized`, 402 for a workspace that is past due, 403 for an address that the key must not be used from, for a page of
 * another origin and for a person without membership, and 429 for an address with too many failures. `onKnown` is called
 * as soon as the caller is known; what it throws is thrown.
 */
export type Authenticate = (
  request: FastifyRequest,
  operation: AnyOperation,
  onKnown?: (identity: Identity) => Promise<void>,
) => Promise<Identity>;

/** Callers come from memory and from batched statements. Past the limit of its address, an unknown one waits before both. */
export function createAuthenticate(system: Runner, site: Site): Authenticate {
  const keys = createKeyFinder(system);
  const sessions = createSessionFinder(system);
  const failures = createFailedKeys();

  /** Requests without a proof that works wait for their turn, once their address has failed too often. */
  async function slowDown(request: FastifyRequest, finder: CallerFinder, proof: string | undefined, address: string) {
    if (proof !== undefined && finder.isKnown(proof)) return;
    // Clients that send so much do not read answers, which cost more than this.
    if (!(await failures.slowDown(address))) request.raw.socket.destroy();
  }

  async function identify(request: FastifyRequest, operation: AnyOperation, address: string): Promise<Identity> {
    const { authorization } = request.headers;
    const token = authorization === undefined ? sessionTokenOf(request, site) : undefined;
    const finder = token === undefined ? keys : sessions;
    if (token !== undefined && changesSomething(operation)) assertOwnOrigin(request, site);
    const proof = token === undefined ? keyIn(authorization) : proofOf(token, request, operation);
    await slowDown(request, finder, proof, address);
    const known = await finder.find(token === undefined ? bearerKey(request) : (proof as string));
    if (known === undefined)
      throw token === undefined
        ? unauthorized('auth.invalid_key')
        : unauthorized('auth.invalid_session', 'You are not signed in, or your session has ended.');
    const rejection = known.rejectionAt(address);
    if (rejection !== undefined) throw rejection;
    // Nobody waits for this, and a fault of it is none of the request.
    known.noteUse?.().catch(() => {});
    known.noteUse = undefined;
    return known.identity as Identity;
  }

  return async (request, operation, onKnown) => {
    // A connection that is gone has no address.
    const address = request.ip ?? '';
    try {
      const identity = await identify(request, operation, address);
      await onKnown?.(identity);
      assertNotPastDue(identity.tenant, operation);
      return identity;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) failures.note(address);
      throw error;
    }
  };
}
