import { ApiError } from '../core/errors.ts';
import { networkOf } from '../lib/ip-address.ts';
import { FAILURES } from './limits/bounds.ts';
import { createPace } from './limits/pace.ts';
import { createWindows } from './limits/windows.ts';

export interface FailedKeys {
  /** Counts a failure. Throws 429 `too_many_requests` past the limit. */
  note(address: string): void;
  /** Lets a request without a known key wait for its turn past the limit; false when too many wait. */
  slowDown(address: string): Promise<boolean>;
}

/** Counts failed authentications of each client network in this process, and slows down those with too many. */
export function createFailedKeys(): FailedKeys {
  const windows = createWindows({ milliseconds: FAILURES.windowMs, namesMax: FAILURES.networksMax });
  const pace = createPace({ perSecondMax: FAILURES.perSecondMax, waitingMax: FAILURES.waitingMax });
  return {
    note(address) {
      const { count, secondsLeft } = windows.count(networkOf(address));
      if (count > FAILURES.max) throw tooMany(secondsLeft);
    },
    async slowDown(address) {
      const network = networkOf(address);
      return windows.read(network).count < FAILURES.max || pace.wait(network);
    },
  };
}

function tooMany(seconds: number): ApiError {
  return new ApiError(
    'too_many_requests',
    `More than ${FAILURES.max} requests without a valid key came from your address within a minute. Check your key.`,
    { max: FAILURES.max, retry_after: seconds },
    'auth.too_many_failures',
  );
}
