/** Nothing waits for a shorter time. */
const WAIT_MS_MIN = 10;

/** A rate that all who count share. What is counted in `atOnceMs` needs no wait. */
export function createSharedRate(perSecondMax: number, atOnceMs = 0) {
  let freeAtMs = 0;
  return {
    count(units: number): void {
      freeAtMs = Math.max(freeAtMs, performance.now()) + (units / perSecondMax) * 1000;
    },
    /** The milliseconds to wait before the next ones; 0: none. */
    waitMs(): number {
      const ms = freeAtMs - performance.now() - atOnceMs;
      return ms < WAIT_MS_MIN ? 0 : ms;
    },
  };
}
