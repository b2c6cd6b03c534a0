import { FairQueue, type Owner } from '../../lib/fair-queue/fair-queue.ts';
import { afterTurn, REST_MS_MAX } from './after-turn.ts';

/** Heavy work of this process, such as parsing large bodies. Owners share it by the time that they have used. */
export interface Lane {
  /** Waits for the owner's turn, then works. */
  run<T>(owner: Owner, work: () => T): Promise<T>;
}

/** One piece of work runs at a time, so that the loop never waits for several of them. */
export function createLane(): Lane {
  const queue = new FairQueue(1);

  /** Also counts the work that follows in the same turn of the loop, such as the checks of a parsed body. */
  const releaseAfterTurn = (owner: Owner) =>
    afterTurn((tookMs) => {
      setTimeout(() => queue.release(owner, tookMs), Math.min(tookMs, REST_MS_MAX));
    });

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
