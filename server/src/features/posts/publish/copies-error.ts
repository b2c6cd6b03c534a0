import type { Context } from '../../../core/context.ts';
import { ApiError, type ErrorCode, type ErrorMeta } from '../../../core/errors.ts';
import type { Platform } from '../../../core/platforms.ts';
import { compact } from '../../../lib/compact.ts';
import { asSentence } from '../../../lib/sentence.ts';

/** A copy that a request could not change or take down. */
export interface FailedCopy {
  readonly platform: string;
  readonly message: string;
  readonly code: ErrorCode;
  /** The pause that the platform asked for before. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Which reason gives the status when copies failed for several reasons: first those that the caller can act on. */
const FIRST_REASONS: readonly ErrorCode[] = [
  'reconnection_required',
  'invalid_token',
  'conflict',
  'invalid_request',
  'not_found',
  'platform_rate_limit',
  'platform_timeout',
  'platform_error',
  'not_supported',
];

/** The error for copies that could not be changed. `what` says what became of the others. */
export function copiesError(ctx: Context, what: string, failed: readonly FailedCopy[], meta: ErrorMeta): ApiError {
  const code = FIRST_REASONS.find((reason) => failed.some((copy) => copy.code === reason)) ?? 'platform_error';
  const seconds = Math.max(0, ...failed.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
  const isThrottle = code === 'platform_rate_limit' && seconds > 0;
  const reasons = failed.map(({ platform, message }) => `${nameOf(ctx, platform)}: ${asSentence(message)}`);
  return new ApiError(
    code,
    `${what} ${reasons.join(' ')}`,
    { ...meta, ...compact({ retry_after: isThrottle ? seconds : undefined }) },
    code === 'reconnection_required' ? 'account.reconnection_required' : undefined,
  );
}

/** A platform's name as people write it. */
export function nameOf({ connectors }: Pick<Context, 'connectors'>, platform: string): string {
  return connectors[platform as Platform]?.displayName ?? platform;
}
