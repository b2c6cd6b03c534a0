import { sql } from 'kysely';
import type { Caller, Tenant } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { PLANS, type PlanName } from '../core/plans.ts';
import type { Scope } from '../core/scope.ts';
import type { Runner } from '../db/query.ts';
import { hashApiKey, isApiKey } from '../lib/api-key.ts';

export interface Identity {
  readonly tenant: Tenant;
  readonly caller: Caller;
}

/** Finds out who calls; throws 401 `unauthorized`. */
export type Authenticate = (authorization: string | undefined) => Promise<Identity>;

const KNOWN_MS = 1000;
const ENTRIES_MAX = 10_000;

/** A revoked key is refused within a second in every process: answers are remembered that long, refusals too. */
export function createAuthenticate(system: Runner): Authenticate {
  const remembered = new Map<string, { identity: Identity | undefined; untilMs: number }>();

  return async (authorization) => {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) throw unauthorized('auth.missing_header');
    const now = performance.now();
    let entry = remembered.get(key);
    if (entry === undefined || entry.untilMs <= now) {
      if (!isApiKey(key)) throw unauthorized('auth.invalid_key');
      entry = { identity: await lookUp(system, key), untilMs: now + KNOWN_MS };
      if (remembered.size >= ENTRIES_MAX) remembered.clear();
      remembered.set(key, entry);
    }
    if (entry.identity === undefined) throw unauthorized('auth.invalid_key');
    return entry.identity;
  };
}

async function lookUp(system: Runner, key: string): Promise<Identity | undefined> {
  // The hash is the look-up key: an index probe over 256 random bits tells nothing by its timing.
  const row = await system.first(sql<{
    id: string;
    tenant_id: string;
    scopes: Scope[];
    brand_ids: string[];
    mode: 'live' | 'test';
    workspace_id: string;
    plan: PlanName;
    created_at: Date;
  }>`
    with used as (
      update api_keys set last_used_at = now() where hash = ${hashApiKey(key)} and is_active and (last_used_at is null or last_used_at < now() - interval '1 minute')
    )
    select k.id, k.tenant_id, k.scopes, k.brand_ids, t.mode, t.workspace_id, w.plan, w.created_at
    from api_keys k join tenants t on t.tenant_id = k.tenant_id join workspaces w on w.id = t.workspace_id
    where k.hash = ${hashApiKey(key)} and k.is_active`);
  if (row === undefined) return undefined;
  return {
    tenant: {
      id: row.tenant_id,
      workspaceId: row.workspace_id,
      mode: row.mode,
      planName: row.plan,
      plan: PLANS[row.plan],
      createdAt: row.created_at,
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
