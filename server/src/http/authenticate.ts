import type { FastifyRequest } from 'fastify';
import type { Caller } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import { PLANS } from '../core/plans.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../db/query.ts';
import { assertNotPastDue } from '../features/billing/index.ts';
import { keys } from '../features/keys/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { hashApiKey, isApiKey } from '../lib/api-key.ts';
import { type AddressList, addressList, plainAddress } from '../lib/ip-address.ts';
import { bearerKey, unauthorized } from './bearer-key.ts';
import { createFailedKeys } from './failed-keys.ts';

export interface Identity {
  readonly tenant: Tenant;
  readonly caller: Caller;
}

/**
 * Identifies the caller of an operation by the `Authorization` header. Throws 401 `unauthorized`, 402 for a workspace that
 * is past due, 403 for an address that the key must not be used from, and 429 for an address with too many failures.
 */
export type Authenticate = (request: FastifyRequest, operation: AnyOperation) => Promise<Identity>;

/** A key that exists. */
interface Known {
  readonly identity: Identity;
  readonly isExpired: boolean;
  /** undefined: any address. */
  readonly allowed: AddressList | undefined;
  /** The last use was noted more than a minute ago. */
  isUseDue: boolean;
}

/** A change of a key holds in every process after this time. */
const CACHE_MS = 1000;
const ENTRIES_MAX = 10_000;

/** Remembers keys that exist for a second. Others leave nothing behind but a count for their address. */
export function createAuthenticate(system: Runner): Authenticate {
  const cache = new Map<string, Known & { readonly untilMs: number }>();
  const failures = createFailedKeys();

  async function find(key: string): Promise<Known | undefined> {
    const now = performance.now();
    const cached = cache.get(key);
    if (cached !== undefined && cached.untilMs > now) return cached;
    cache.delete(key);
    const found = isApiKey(key) ? await lookUp(system, key) : undefined;
    if (found === undefined) return undefined;
    const known = { ...found, untilMs: now + CACHE_MS };
    const [oldest] = cache.size >= ENTRIES_MAX ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(key, known);
    return known;
  }

  /** Nobody waits for this, and a fault of it is none of the request. */
  function noteUse(known: Known): void {
    if (!known.isUseDue) return;
    known.isUseDue = false;
    const { tenant, caller } = known.identity;
    keys.noteUse(system, tenant.id, caller.keyId).catch(() => {});
  }

  async function identify(request: FastifyRequest, address: string): Promise<Identity> {
    const known = await find(bearerKey(request));
    if (known === undefined) throw unauthorized('auth.invalid_key');
    if (known.isExpired)
      throw unauthorized('auth.key_expired', 'The API key has expired. Make a new one, or give it a later expires_at.');
    if (known.allowed?.has(address) === false) throw addressRefused(address);
    noteUse(known);
    return known.identity;
  }

  return async (request, operation) => {
    // A connection that is gone has no address.
    const address = request.ip ?? '';
    try {
      const identity = await identify(request, address);
      assertNotPastDue(identity.tenant, operation);
      return identity;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) failures.note(address);
      throw error;
    }
  };
}

async function lookUp(system: Runner, key: string): Promise<Known | undefined> {
  const row = await workspaces.findKey(system, hashApiKey(key));
  if (row === undefined) return undefined;
  return {
    identity: {
      tenant: {
        id: row.tenant_id,
        workspaceId: row.workspace_id,
        mode: row.mode,
        world: row.world,
        planName: row.plan,
        plan: PLANS[row.plan],
        billingBlockedAt: row.billing_blocked_at,
      },
      caller: { keyId: row.id, scopes: row.scopes, brandIds: row.brand_ids },
    },
    isExpired: row.is_expired,
    allowed: row.allowed_ips.length === 0 ? undefined : addressList(row.allowed_ips),
    isUseDue: row.is_use_due,
  };
}

function addressRefused(given: string): ApiError {
  const address = plainAddress(given).slice(0, 50);
  return new ApiError(
    'permission_denied',
    `This key must not be used from ${address}; its allowed_ips say from where. Behind a proxy, the operator sets TRUSTED_PROXIES.`,
    { address },
    'auth.address_not_allowed',
  );
}
