import { setImmediate } from 'node:timers/promises';

/** Long work calls the result often. It lets other due work run every `ms`. */
export function pausesEvery(ms = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return;
    await setImmediate();
    since = performance.now();
  };
}
