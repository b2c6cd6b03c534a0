import type { Context, PlatformContext } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { type AccountRow, readingRejected, reportedError } from '../accounts/index.ts';
import { changeAtPlatform } from '../outcomes/index.ts';

/** Calls the account's platform while the request waits. `field`: the input field that the platform may reject. */
export async function callAccount<T>(
  ctx: PlatformContext,
  account: AccountRow,
  field: string,
  call: (session: Session) => Promise<T>,
): Promise<T> {
  return explained(
    ctx,
    account,
    field,
    ctx.live.ask(ctx.tenant, account.id, (_connector, session) => call(session)),
  );
}

/** Like `callAccount`, for a change. 503 while the tenant is held. */
export async function changeAccount<T>(
  ctx: PlatformContext,
  account: AccountRow,
  field: string,
  change: (session: Session) => Promise<T>,
): Promise<T> {
  return explained(ctx, account, field, changeAtPlatform(ctx, account.id, change));
}

async function explained<T>(ctx: Context, { platform }: AccountRow, field: string, called: Promise<T>): Promise<T> {
  return called.catch((error: unknown) => {
    throw error instanceof PlatformError ? toApiError(ctx, platform, field, error) : error;
  });
}

function toApiError(ctx: Context, platform: string, field: string, error: PlatformError): ApiError {
  const { kind, message, facts } = error;
  const { platformCode, retryAfterSeconds } = facts;
  const meta = compact({ resource: platform, retry_after: retryAfterSeconds });
  const reported = reportedError(ctx, platform, platformCode, message, meta);
  if (reported !== undefined) return reported;
  if (kind === 'not_found') return new ApiError('not_found', message, { resource: platform }, 'resource.not_found');
  if (kind === 'unknown')
    return new ApiError(
      'platform_error',
      `The platform's response was lost, so the change may have happened: ${message} Check before you repeat it.`,
      { resource: platform, reason: 'unconfirmed' },
      `platform.${platform}.api_error`,
    );
  if (kind !== 'rejected') return readingRejected(platform, error);
  const code = platformCode?.replace('/', '.') ?? 'api_error';
  return new ApiError(
    'invalid_request',
    message,
    { field, platform_code: platformCode },
    `platform.${platform}.${code}`,
  );
}
