import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';

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
