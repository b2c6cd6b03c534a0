import type { PlatformError, PlatformErrorKind } from '../core/platform-error.ts';
import { compact } from '../lib/compact.ts';
import type { Failure, FailureCode } from './action.ts';
import { HANGS_MAX } from './retry-times.ts';

type Words = Omit<Failure, 'message' | 'platform_code'>;

/** The failure of each kind of platform error, for the caller. */
const WORDS: Readonly<Record<PlatformErrorKind, Words>> = {
  auth_expired: {
    code: 'invalid_token',
    category: 'auth',
    caused_by: 'user',
    retryable: true,
    remedy: 'Reconnect the account, then retry.',
  },
  forbidden: {
    code: 'permission_denied',
    category: 'auth',
    caused_by: 'user',
    retryable: true,
    remedy: 'Grant the missing permission on the platform or reconnect the account, then retry.',
  },
  rate_limited: {
    code: 'platform_rate_limit',
    category: 'rate_limit',
    caused_by: 'platform',
    retryable: true,
    remedy: 'Wait until the platform takes calls again, then retry; the attempt cost nothing.',
  },
  rejected: {
    code: 'rejected',
    category: 'validation',
    caused_by: 'user',
    retryable: false,
    remedy: 'Change the content so that the platform accepts it.',
  },
  not_found: {
    code: 'not_found',
    category: 'platform',
    caused_by: 'user',
    retryable: false,
    remedy: 'The thing that this refers to is gone from the platform.',
  },
  not_supported: {
    code: 'not_supported',
    category: 'platform',
    caused_by: 'platform',
    retryable: false,
    remedy: 'The account’s server cannot do this; choose another account.',
  },
  unavailable: {
    code: 'platform_error',
    category: 'platform',
    caused_by: 'platform',
    retryable: true,
    remedy: 'The platform could not be reached for minutes. Retry later.',
  },
  unknown: {
    code: 'unconfirmed',
    category: 'platform',
    caused_by: 'platform',
    retryable: false,
    remedy: 'Look at the account on the platform. Retry with confirm: true only if the content is not there.',
  },
};

/** The failure for a platform error. */
export function toFailure(error: PlatformError): Failure {
  const { platformCode, remedy = WORDS[error.kind].remedy, isOurs } = error.facts;
  if (isOurs === true) return systemFailure('media_unavailable', error.message, remedy);
  return { ...WORDS[error.kind], ...compact({ message: error.message, remedy, platform_code: platformCode }) };
}

export function unconfirmed(message: string): Failure {
  return { ...WORDS.unknown, message };
}

export function systemFailure(code: FailureCode, message: string, remedy: string): Failure {
  return { code, message, category: 'system', caused_by: 'system', retryable: true, remedy };
}

/** An action whose workers died again and again. Nothing was sent. */
export const CRASHED = systemFailure(
  'internal_error',
  'The work on this ended unexpectedly again and again and was stopped.',
  'Retry; if it happens again, report it with the post id.',
);

/** An action in which the watchdog ended the process again and again. Nothing was sent. */
export const HUNG = systemFailure(
  'internal_error',
  `Publishing this stopped the service ${HANGS_MAX} times, so it was given up.`,
  'Change the text or the media and send it again; report this one with its id.',
);
