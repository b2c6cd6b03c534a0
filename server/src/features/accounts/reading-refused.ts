import { ApiError, type ErrorCode } from '../../core/errors.ts';
import type { PlatformError, PlatformErrorKind } from '../../core/platform-error.ts';

const ANSWERS: Readonly<Record<PlatformErrorKind, readonly [ErrorCode, string]>> = {
  auth_expired: ['reconnection_required', 'auth'],
  forbidden: ['reconnection_required', 'permission_denied'],
  rate_limited: ['platform_rate_limit', 'rate_limit'],
  rejected: ['platform_error', 'api_error'],
  not_found: ['platform_error', 'api_error'],
  unavailable: ['platform_error', 'api_error'],
  unknown: ['platform_error', 'api_error'],
};

/** What a caller is told when the platform does not let us read what was asked for. */
export function readingRefused(platform: string, { kind, message, facts }: PlatformError): ApiError {
  const [code, detail] = ANSWERS[kind];
  const { retryAfterSeconds } = facts;
  const meta = { resource: platform, ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }) };
  return new ApiError(code, message, meta, `platform.${platform}.${detail}`);
}
