import type { Tools } from '../../core/tools.ts';
import type { Runner } from '../../db/query.ts';
import { newestSeqs } from './stream.repository.ts';

const LOOK_MS = 250;

interface Waiter {
  readonly tenantId: string;
  readonly seq: number;
  readonly resolve: (newest?: number) => void;
}

/**
 * Looks for new events of all tenants that somebody waits for, with one query at a time, and with none when nobody waits.
 * So a thousand streams cost four queries a second. A failing database delays the waiters.
 */
export function createEventWatch(system: Runner): Tools['newEvents'] {
  const waiters = new Set<Waiter>();
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    while (waiters.size > 0) {
      const tenantIds = [...new Set([...waiters].map(({ tenantId }) => tenantId))];
      const newest = await newestSeqs(system, tenantIds).catch(() => new Map<string, number>());
      for (const waiter of waiters) {
        const seq = newest.get(waiter.tenantId) ?? 0;
        if (seq > waiter.seq) waiter.resolve(seq);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref());
    }
    isLooking = false;
  }

  return (tenantId, seq, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined);
      const stop = () => waiter.resolve();
      const waiter: Waiter = {
        tenantId,
        seq,
        resolve(newest) {
          waiters.delete(waiter);
          signal.removeEventListener('abort', stop);
          resolve(newest);
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', stop);
      if (!isLooking) void look();
    });
}
