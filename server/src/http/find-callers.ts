import { LRUCache } from 'lru-cache';
import type { Actor } from '../core/actor.ts';
import type { ApiError } from '../core/errors.ts';
import type { Tenant } from '../core/tenant.ts';
import { inBatches } from '../lib/in-batches.ts';
import { UNKNOWN_KEYS } from './limits/bounds.ts';

/** The caller of a request. */
export interface Identity {
  readonly tenant: Tenant;
  readonly actor: Actor;
  /** Signed in within the last minutes. Keys prove themselves with every request. */
  readonly isProofFresh: boolean;
}

/** A key or a session that exists. */
export interface Known {
  /** undefined: always rejected. */
  readonly identity: Identity | undefined;
  /** false: it has expired. */
  readonly isUsable: boolean;
  /** Why it must not be used, or not from this address. */
  readonly rejectionAt: (address: string) => ApiError | undefined;
  /** Notes its use; undefined: that was done within the last minute. */
  noteUse: (() => Promise<unknown>) | undefined;
}

export interface CallerFinder {
  /** Whether the proof worked when it was last looked up in this process. */
  isKnown(proof: string): boolean;
  /** The caller, unless the proof does not exist, was revoked, or its workspace is deleted. */
  find(proof: string): Promise<Known | undefined>;
}

/** A change of a key, session or membership holds in every process after this time. */
const CACHE_MS = 1000;
const ENTRIES_MAX = 10_000;

/**
 * Finds callers by their proofs in memory and in the database. Those that exist are remembered for a second, and so are
 * those that do not: 256 random bits are never made twice. Text of another form is looked up nowhere.
 */
export function createCallerFinder(
  lookUp: (proofs: readonly string[]) => Promise<(Known | undefined)[]>,
  hasForm: (proof: string) => boolean,
): CallerFinder {
  const seen = new LRUCache<string, { readonly known: Known; readonly untilMs: number }>({ max: ENTRIES_MAX });
  const absent = new LRUCache<string, true>({ max: ENTRIES_MAX, ttl: CACHE_MS });
  const running = new Map<string, Promise<Known | undefined>>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  const ofSeen = inBatches<string, Known | undefined>(lookUp, UNKNOWN_KEYS.perStatementMax);
  const ofVisitors = inBatches<string, Known | undefined>(
    (proofs) => {
      lookedAtMs = performance.now();
      return lookUp(proofs);
    },
    UNKNOWN_KEYS.perStatementMax,
    // One at a time needs no pace.
    {
      gatherMs: (lastSize) =>
        lastSize > 1 ? Math.max(0, lookedAtMs + UNKNOWN_KEYS.statementMsMin - performance.now()) : 0,
    },
  );

  function remember(proof: string, known: Known | undefined): void {
    seen.set(proof, known && { known, untilMs: performance.now() + CACHE_MS });
    absent.set(proof, known === undefined ? true : undefined);
  }

  async function ask(proof: string): Promise<Known | undefined> {
    const known = await (seen.has(proof) ? ofSeen(proof) : ofVisitors(proof));
    remember(proof, known);
    return known;
  }

  return {
    isKnown: (proof) => seen.get(proof)?.known.isUsable === true,
    async find(proof) {
      const now = performance.now();
      const found = seen.get(proof);
      if (found !== undefined && found.untilMs > now) return found.known;
      if (!hasForm(proof) || absent.has(proof)) return undefined;
      let asking = running.get(proof);
      if (asking === undefined) {
        asking = ask(proof).finally(() => running.delete(proof));
        running.set(proof, asking);
      }
      return asking;
    },
  };
}
