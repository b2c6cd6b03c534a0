/** The event loop is free for others after work: for as long as it took, and at most for this time. */
export const REST_MS_MAX = 100;

/** Calls back when the event loop has come round, with the milliseconds that it took until then. */
export function afterTurn(then: (tookMs: number) => void): void {
  const sinceMs = performance.now();
  setImmediate(() => then(performance.now() - sinceMs));
}
