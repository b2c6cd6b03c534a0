import { FairQueue } from './fair-queue.ts';

/** Runs the work of a tenant now or later. */
export type FairLimit = <T>(tenantId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how much work of one kind runs at once in this process. Tenants share it as `FairQueue` says: one alone gets half
 * of it, and one that comes later is next.
 */
export function fairLimit(atOnce: number): FairLimit {
  const queue = new FairQueue(atOnce);
  return (tenantId, work) => {
    const owner = { tenantId, actorId: '' };
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.add({ owner, hasStarted: false, grant: resolve });
    return promise.then(async () => {
      const sinceMs = performance.now();
      try {
        return await work();
      } finally {
        queue.release(owner, performance.now() - sinceMs);
      }
    });
  };
}
