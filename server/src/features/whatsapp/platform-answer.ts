import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, type ErrorCode } from '../../core/errors.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Session } from '../../core/session.ts';
import { type AccountRow, readingRefused } from '../accounts/index.ts';

/** Answers of the platform that have a meaning of their own here (contract, 2.3 and 18). */
const MEANINGS: Readonly<Record<string, readonly [code: ErrorCode, detail: string, status?: number]>> = {
  '130429': ['platform_rate_limit', 'whatsapp.throughput_exceeded'],
  '131026': ['invalid_request', 'whatsapp.undeliverable'],
  '131047': ['window_closed', 'whatsapp.window_closed'],
  '131049': ['platform_rate_limit', 'whatsapp.frequency_cap'],
  '131050': ['invalid_request', 'whatsapp.user_opted_out', 403],
  '131056': ['platform_rate_limit', 'whatsapp.pair_rate_limit'],
  '132001': ['not_found', 'whatsapp.template_not_found'],
  '132015': ['conflict', 'whatsapp.template_paused'],
  '132016': ['conflict', 'whatsapp.template_paused'],
  '133006': ['conflict', 'resource.conflict'],
  '133008': ['platform_rate_limit', 'platform.whatsapp.rate_limit'],
  '133009': ['platform_rate_limit', 'platform.whatsapp.rate_limit'],
  '133010': ['conflict', 'resource.conflict'],
  '133015': ['conflict', 'resource.conflict'],
  '136024': ['conflict', 'resource.conflict'],
  '100/2388024': ['conflict', 'resource.conflict'],
};

/** The error for a platform's own code; undefined when it has no meaning of its own. */
export function errorOf(
  platformCode: string | undefined,
  message: string,
  meta: Record<string, unknown>,
): ApiError | undefined {
  const meaning = platformCode === undefined ? undefined : MEANINGS[platformCode];
  if (meaning === undefined) return undefined;
  const [code, detail, status] = meaning;
  const words = code === 'platform_rate_limit' ? `Platform rate limit exceeded: ${message}` : message;
  return new ApiError(code, words, { ...meta, platform_code: platformCode }, detail, status);
}

/** Does something at the platform while the request waits. `field`: what the caller sent, should the platform object to it. */
export async function atPlatform<T>(
  ctx: Context,
  account: AccountRow,
  field: string,
  work: (connector: Connector, session: Session) => Promise<T>,
): Promise<T> {
  return ctx.services.askPlatform(ctx.tenant, account.id, work).catch((error: unknown) => {
    throw error instanceof PlatformError ? refusalOf(account.platform as Platform, field, error) : error;
  });
}

function refusalOf(platform: Platform, field: string, error: PlatformError): ApiError {
  const { kind, message, facts } = error;
  const { platformCode, retryAfterSeconds } = facts;
  const known = errorOf(platformCode, message, {
    resource: platform,
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
  });
  if (known !== undefined) return known;
  if (kind === 'not_found') return new ApiError('not_found', message, { resource: platform }, 'resource.not_found');
  if (kind === 'unknown')
    return new ApiError(
      'platform_error',
      `The platform's answer was lost, so it may have happened: ${message} Look before you repeat it.`,
      { resource: platform, reason: 'unconfirmed' },
      `platform.${platform}.api_error`,
    );
  if (kind !== 'rejected') return readingRefused(platform, error);
  const code = platformCode?.replace('/', '.') ?? 'api_error';
  return new ApiError(
    'invalid_request',
    message,
    { field, platform_code: platformCode },
    `platform.${platform}.${code}`,
  );
}
