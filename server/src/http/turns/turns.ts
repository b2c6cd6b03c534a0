import { ApiError } from '../../core/errors.ts';
import type { TenantDatabase } from '../../db/database.ts';
import { FairQueue, type Owner, type Waiting } from '../../lib/fair-queue/fair-queue.ts';
import { afterTurn, REST_MS_MAX } from './after-turn.ts';

export interface TurnLimits {
  /** Requests that work in the database at once, of all tenants. One tenant alone gets half of them. */
  readonly atOnce: number;
  /** A request that would have to wait longer is rejected at once. */
  readonly waitSecondsMax: number;
  /** Requests of one tenant that wait; of one key alone half as many. */
  readonly waitingMax: number;
}

/** A request whose wait was expected to be short is rejected after so many times the longest wait. */
const PATIENCE = 5;
/** Shorter work of the event loop is no burden for others. */
const RESTLESS_MS = 1;

/** The turns of the requests of this process. */
export interface Turns {
  /**
   * Waits for the first turn of a request. Throws 503 `unavailable` when the tenant's queue is too long or too slow.
   * `onGone` gets what to call when the client goes away.
   */
  enter(owner: Owner, onGone: (leave: () => void) => void): Promise<Visit>;
  /** Requests that have a turn, that wait for one, and that were rejected since the process began. */
  counts(): { readonly held: number; readonly waiting: number; readonly rejected: number };
}

/** A request that was let in. It has a turn only while it works in the database, so waiting for others costs none. */
interface Visit {
  /** The database, whose work takes turns. Its later turns are never rejected. */
  of(db: TenantDatabase): TenantDatabase;
}

export function createTurns(limits: TurnLimits): Turns {
  const queue = new FairQueue(limits.atOnce);
  let rejected = 0;

  function busy(expectedMs: number): ApiError {
    rejected += 1;
    return new ApiError(
      'unavailable',
      'Too many requests of this workspace wait for their turn. Send fewer at once, and this one again in a moment.',
      { retry_after: Math.max(1, Math.ceil(expectedMs / 1000)) },
    );
  }

  function assertRoom(owner: Owner): void {
    const { ofTenant, ofKey } = queue.ahead(owner);
    const expectedMs = queue.expectedMs(owner);
    if (ofKey < limits.waitingMax - ofTenant && expectedMs <= limits.waitSecondsMax * 1000) return;
    throw busy(expectedMs);
  }

  async function enter(owner: Owner, onGone: (leave: () => void) => void): Promise<Visit> {
    assertRoom(owner);
    const visit = new RunningVisit(queue, owner);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isGranted = false;
    const waiting: Waiting = {
      owner,
      hasStarted: false,
      grant: () => {
        isGranted = true;
        visit.begin();
        resolve();
      },
    };
    queue.add(waiting);
    if (isGranted) return visit;
    const leave = () => {
      if (queue.remove(waiting)) reject(busy(queue.expectedMs(owner)));
    };
    const timer = setTimeout(leave, limits.waitSecondsMax * 1000 * PATIENCE);
    onGone(leave);
    return promise.then(() => visit).finally(() => clearTimeout(timer));
  }

  return { enter, counts: () => ({ ...queue.counts, rejected }) };
}

class RunningVisit implements Visit {
  readonly #queue: FairQueue;
  readonly #owner: Owner;
  /** What uses the turn at the moment. */
  #users = 0;
  #sinceMs = 0;
  #next: Promise<void> | undefined;

  constructor(queue: FairQueue, owner: Owner) {
    this.#queue = queue;
    this.#owner = owner;
  }

  /** Keeps the first turn until the event loop comes round: a request whose body is there begins to work before. */
  begin(): void {
    if (this.#users === 0) this.#sinceMs = performance.now();
    this.#users += 1;
    setImmediate(() => this.#leave());
  }

  of(db: TenantDatabase): TenantDatabase {
    return {
      run: (query) => this.#use(() => db.run(query)),
      first: (query) => this.#use(() => db.first(query)),
      transaction: (work, options) => this.#use(() => db.transaction(work, options)),
    };
  }

  /** All that the request does at the same time has one turn. */
  async #use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#users === 0) await this.#turn();
    this.#users += 1;
    try {
      return await work();
    } finally {
      // The rest of this turn of the event loop counts too, such as writing a long list as JSON.
      afterTurn((tookMs) => this.#rest(tookMs));
    }
  }

  /** While another tenant is here, the event loop is free for as long as the owner has just used it. */
  #rest(tookMs: number): void {
    if (tookMs < RESTLESS_MS || !this.#queue.isShared) this.#leave();
    else setTimeout(() => this.#leave(), Math.min(tookMs, REST_MS_MAX));
  }

  #turn(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#next = promise;
    const grant = () => {
      this.#next = undefined;
      this.begin();
      resolve();
    };
    this.#queue.add({ owner: this.#owner, hasStarted: true, grant });
    return promise;
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#queue.release(this.#owner, performance.now() - this.#sinceMs);
  }
}
