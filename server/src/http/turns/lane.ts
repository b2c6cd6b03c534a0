import { monotonicMs } from '../../core/clock.ts';
import { FairQueue, type Owner } from '../../lib/fair-queue/fair-queue.ts';

/** Heavy work of this process, such as parsing large bodies. Owners share it by the time that they have used. */
export interface Lane {
  /** Waits for the owner's turn, then works. */
  run<T>(owner: Owner, work: () => T): Promise<T>;
}

/** The event loop is free for others between two pieces: for as long as the piece took, and at most for this time. */
const REST_MS_MAX = 100;

/** One piece of work runs at a time, so that the loop never waits for several of them. */
export function createLane(): Lane {
  const queue = new FairQueue(1);

  /** Also counts the work that follows in the same turn of the loop, such as the checks of a parsed body. */
  function releaseAfterTurn(owner: Owner): void {
    const sinceMs = monotonicMs();
    setImmediate(() => {
      const tookMs = monotonicMs() - sinceMs;
      setTimeout(() => queue.release(owner, tookMs), Math.min(tookMs, REST_MS_MAX));
    });
  }

  return {
    run: (owner, work) =>
      new Promise((resolve, reject) => {
        const grant = () => {
          releaseAfterTurn(owner);
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        };
        queue.add({ owner, hasStarted: false, grant });
      }),
  };
}
