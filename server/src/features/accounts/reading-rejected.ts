import type { Context } from '../../core/context.ts';
import { ApiError, type ErrorCode } from '../../core/errors.ts';
import type { PlatformError, PlatformErrorFacts, PlatformErrorKind } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import { asSentence } from '../../lib/sentence.ts';

const ANSWERS: Readonly<Record<PlatformErrorKind, readonly [ErrorCode, string]>> = {
  auth_expired: ['reconnection_required', 'auth'],
  forbidden: ['reconnection_required', 'permission_denied'],
  rate_limited: ['platform_rate_limit', 'rate_limit'],
  rejected: ['invalid_request', 'api_error'],
  not_found: ['not_found', 'not_found'],
  not_supported: ['not_supported', 'not_supported'],
  unavailable: ['platform_error', 'api_error'],
  unknown: ['platform_error', 'api_error'],
};

/** Error codes that the kind alone does not decide (contract, 2.3). */
const REASONS: Readonly<Record<NonNullable<PlatformErrorFacts['reason']>, readonly [ErrorCode, string]>> = {
  insights_scope_missing: ['reconnection_required', 'insights_scope_missing'],
  consent_missing: ['permission_denied', 'permission_denied'],
  list_cut: ['platform_error', 'api_error'],
};

/** The error for a caller whose read the platform rejected. */
export function readingRejected(platform: string, { kind, message, facts }: PlatformError): ApiError {
  const [code, detail] = facts.reason === undefined ? ANSWERS[kind] : REASONS[facts.reason];
  const { retryAfterSeconds } = facts;
  const meta = { resource: platform, ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }) };
  const words = facts.remedy === undefined ? message : `${asSentence(message)} ${facts.remedy}`;
  return new ApiError(code, words, meta, `platform.${platform}.${detail}`);
}

/** The error for a platform code that the connector reports as one of its own; undefined for every other code. */
export function reportedError(
  { connectors }: Pick<Context, 'connectors'>,
  platform: string,
  platformCode: string | undefined,
  message: string,
  meta: Record<string, unknown>,
): ApiError | undefined {
  const reported = connectors[platform as Platform]?.reportedErrors?.[platformCode ?? ''];
  if (reported === undefined) return undefined;
  const { code, detailCode, status } = reported;
  const words = code === 'platform_rate_limit' ? `Platform rate limit exceeded: ${message}` : message;
  return new ApiError(code, words, { ...meta, platform_code: platformCode }, detailCode, status);
}
