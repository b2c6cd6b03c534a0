import type { Caller } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { PLANS } from '../core/plans.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../db/query.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { hashApiKey, isApiKey } from '../lib/api-key.ts';

export interface Identity {
  readonly tenant: Tenant;
  readonly caller: Caller;
}

/** Identifies the caller by the `Authorization` header; throws 401 `unauthorized`. */
export type Authenticate = (authorization: string | undefined) => Promise<Identity>;

const CACHE_MS = 1000;
const ENTRIES_MAX = 10_000;

/** Caches each key's identity, also of unknown keys, for a second. So a revoked key stops working within a second. */
export function createAuthenticate(system: Runner): Authenticate {
  const cache = new Map<string, { identity: Identity | undefined; untilMs: number }>();

  return async (authorization) => {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) throw unauthorized('auth.missing_header');
    const now = performance.now();
    let entry = cache.get(key);
    if (entry === undefined || entry.untilMs <= now) {
      if (!isApiKey(key)) throw unauthorized('auth.invalid_key');
      entry = { identity: await lookUp(system, key), untilMs: now + CACHE_MS };
      if (cache.size >= ENTRIES_MAX) cache.clear();
      cache.set(key, entry);
    }
    if (entry.identity === undefined) throw unauthorized('auth.invalid_key');
    return entry.identity;
  };
}

async function lookUp(system: Runner, key: string): Promise<Identity | undefined> {
  const row = await workspaces.findKey(system, hashApiKey(key));
  if (row === undefined) return undefined;
  return {
    tenant: {
      id: row.tenant_id,
      workspaceId: row.workspace_id,
      mode: row.mode,
      planName: row.plan,
      plan: PLANS[row.plan],
      billingBlockedAt: row.billing_blocked_at,
    },
    caller: { keyId: row.id, scopes: row.scopes, brandIds: row.brand_ids },
  };
}

function unauthorized(detailCode: string): ApiError {
  return new ApiError(
    'unauthorized',
    'The API key is missing or not valid. Send it as: Authorization: Bearer <API_KEY>',
    undefined,
    detailCode,
  );
}
