import { ApiError } from '../core/errors.ts';
import { networkOf } from '../lib/ip-address.ts';

const FAILURES_MAX = 100;
const WINDOW_MS = 60_000;
const NETWORKS_MAX = 10_000;

/**
 * Counts failed authentications of each client network in this process. `note` throws 429 `too_many_requests` past the
 * limit, and never for a key that works. Memory is bounded: the network that failed first is forgotten.
 */
export function createFailedKeys(): { readonly note: (address: string) => void } {
  const windows = new Map<string, { count: number; readonly endsMs: number }>();
  return {
    note(address) {
      const network = networkOf(address);
      const now = performance.now();
      let window = windows.get(network);
      if (window === undefined || window.endsMs <= now) {
        windows.delete(network);
        const [oldest] = windows.size >= NETWORKS_MAX ? windows.keys() : [];
        if (oldest !== undefined) windows.delete(oldest);
        window = { count: 0, endsMs: now + WINDOW_MS };
        windows.set(network, window);
      }
      window.count += 1;
      if (window.count > FAILURES_MAX) throw tooMany(Math.ceil((window.endsMs - now) / 1000));
    },
  };
}

function tooMany(seconds: number): ApiError {
  return new ApiError(
    'too_many_requests',
    `More than ${FAILURES_MAX} requests without a valid key came from your address within a minute. Check your key.`,
    { max: FAILURES_MAX, retry_after: seconds },
    'auth.too_many_failures',
  );
}
