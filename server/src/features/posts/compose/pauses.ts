import { setImmediate } from 'node:timers/promises';

/** Long work calls the result often: once `ms` have passed, it lets everything else run that is due. */
export function pausesEvery(ms = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return;
    await setImmediate();
    since = performance.now();
  };
}
