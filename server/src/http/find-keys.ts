import { LRUCache } from 'lru-cache';
import { type Actor, type Permission, SCOPES } from '../core/actor.ts';
import type { Tenant } from '../core/tenant.ts';
import type { Runner } from '../db/query.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { hashApiKey, isApiKey } from '../lib/api-key.ts';
import { inBatches } from '../lib/in-batches.ts';
import { type AddressList, addressList } from '../lib/ip-address.ts';
import { UNKNOWN_KEYS } from './limits/bounds.ts';

export interface Identity {
  readonly tenant: Tenant;
  readonly actor: Actor;
}

/** A key that exists. */
export interface Known {
  readonly identity: Identity;
  readonly isExpired: boolean;
  /** undefined: any address. */
  readonly allowed: AddressList | undefined;
  /** The last use was noted more than a minute ago. */
  isUseDue: boolean;
}

export interface KeyFinder {
  /** Whether the key worked when it was last looked up in this process. */
  isKnown(key: string): boolean;
  /** The key, unless it does not exist, was revoked, or its workspace is deleted. */
  find(key: string): Promise<Known | undefined>;
}

/** A change of a key holds in every process after this time. */
const CACHE_MS = 1000;
const ENTRIES_MAX = 10_000;

/**
 * Finds keys in memory and in the database. Those that exist are remembered for a second, and so are those that do not:
 * 256 random bits are never made twice. Text of another form, or with a wrong checksum, is no key.
 */
export function createKeyFinder(system: Runner): KeyFinder {
  const seen = new LRUCache<string, { readonly known: Known; readonly untilMs: number }>({ max: ENTRIES_MAX });
  const absent = new LRUCache<string, true>({ max: ENTRIES_MAX, ttl: CACHE_MS });
  const running = new Map<string, Promise<Known | undefined>>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  async function lookUp(keys: readonly string[]): Promise<(Known | undefined)[]> {
    const rows = await workspaces.findKeys(system, keys.map(hashApiKey));
    const byHash = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
    return keys.map((key) => {
      const row = byHash.get(hashApiKey(key).toString('hex'));
      return row && toKnown(row);
    });
  }

  const ofSeen = inBatches<string, Known | undefined>(lookUp, UNKNOWN_KEYS.perStatementMax);
  const ofVisitors = inBatches<string, Known | undefined>(
    (keys) => {
      lookedAtMs = performance.now();
      return lookUp(keys);
    },
    UNKNOWN_KEYS.perStatementMax,
    // One at a time needs no pace.
    {
      gatherMs: (lastSize) =>
        lastSize > 1 ? Math.max(0, lookedAtMs + UNKNOWN_KEYS.statementMsMin - performance.now()) : 0,
    },
  );

  function remember(key: string, known: Known | undefined): void {
    seen.set(key, known && { known, untilMs: performance.now() + CACHE_MS });
    absent.set(key, known === undefined ? true : undefined);
  }

  async function ask(key: string): Promise<Known | undefined> {
    const known = await (seen.has(key) ? ofSeen(key) : ofVisitors(key));
    remember(key, known);
    return known;
  }

  return {
    isKnown: (key) => seen.get(key)?.known.isExpired === false,
    async find(key) {
      const now = performance.now();
      const found = seen.get(key);
      if (found !== undefined && found.untilMs > now) return found.known;
      if (!isApiKey(key) || absent.has(key)) return undefined;
      let asking = running.get(key);
      if (asking === undefined) {
        asking = ask(key).finally(() => running.delete(key));
        running.set(key, asking);
      }
      return asking;
    },
  };
}

function toKnown(row: workspaces.KeyRow): Known {
  return {
    identity: {
      tenant: workspaces.toTenant(row),
      actor: keyActor(row),
    },
    isExpired: row.is_expired,
    allowed: row.allowed_ips.length === 0 ? undefined : addressList(row.allowed_ips),
    isUseDue: row.is_use_due,
  };
}

/** The rights of a key. Here alone its empty lists become `all`. */
function keyActor({ id, name, scopes, brand_ids, is_restricted }: workspaces.KeyRow): Actor {
  const brandIds = brand_ids.length === 0 ? 'all' : new Set(brand_ids);
  const named = scopes.length === 0 ? SCOPES : scopes;
  const permissions = is_restricted ? new Set<Permission>(['any', ...named]) : 'all';
  return { type: 'key', id, name, permissions, brandIds, sending: 'direct', canApprove: false };
}
