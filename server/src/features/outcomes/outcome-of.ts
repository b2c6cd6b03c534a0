import type { Context } from '../../core/context.ts';
import { ApiError, type ErrorCode } from '../../core/errors.ts';
import { actions, type Failure } from '../../engine/index.ts';
import { compact } from '../../lib/compact.ts';
import { pollUntil } from '../../lib/poll-until.ts';
import { asSentence } from '../../lib/sentence.ts';
import { accounts } from '../accounts/index.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

/** Repeats a check until it returns something. While the tenant is suspended nothing comes to an end, so it asks only once. */
export async function waitForEnd<T>(
  { tenant }: Context,
  check: () => Promise<T | undefined>,
  timeoutMs: number,
): Promise<T | undefined> {
  return pollUntil(check, { timeoutMs: tenant.suspension === null ? timeoutMs : 0, everyMs: POLL_MS });
}

/** The error of work that has not ended: the platform has not answered, or the tenant is suspended. */
export function notEnded({ tenant }: Context, what: string): string {
  if (tenant.suspension === null) return `The platform has not answered yet; the ${what} goes on.`;
  return `The workspace is suspended; the ${what} goes on when the operator resumes it.`;
}

/** The error for a failure that means more on its platform than elsewhere. `message` ends as a sentence. */
export type Explain = (
  failure: Failure & { readonly platform: string },
  meta: Readonly<Record<'id' | 'reason', string>>,
) => ApiError | undefined;

/**
 * Waits at most ten seconds for the outcome of an action; then the action goes on by itself. Throws a failure as an
 * ApiError: the one of `explain`, or else by the failure's code. `what` names the action in the message of a timeout.
 * `shownId`: the id that the caller knows, where it is another one.
 */
export async function outcomeOf(
  ctx: Context,
  id: string,
  what: string,
  { explain, shownId = id }: { readonly explain?: Explain; readonly shownId?: string | undefined } = {},
): Promise<actions.ActionResult> {
  const result = await waitForEnd(ctx, () => settledResult(ctx, id), WAIT_MS_MAX);
  if (result === undefined && ctx.tenant.suspension !== null)
    throw new ApiError(
      'platform_timeout',
      `The workspace is suspended, so nothing is sent for now. The ${what} goes out under this id when the operator resumes it; do not send it again.`,
      { id: shownId, retry_after: 60 },
    );
  if (result === undefined)
    throw new ApiError(
      'platform_timeout',
      `The platform has not answered yet. The ${what} is on its way and goes on under this id; do not send it again.`,
      { id: shownId, retry_after: 10 },
    );
  if (result.status === 'published') return result;
  const paused = await accounts.pausedSeconds(ctx.db, ctx.tenant.id, [result.account_id]);
  const error = result.error as unknown as Failure;
  const failure = { ...error, message: asSentence(error.message), platform: result.platform };
  throw (
    explain?.(failure, { id: shownId, reason: failure.code }) ??
    toError(failure, shownId, paused.get(result.account_id))
  );
}

async function settledResult(ctx: Context, id: string): Promise<actions.ActionResult | undefined> {
  const result = await actions.result(ctx.db, ctx.tenant.id, id);
  return ['published', 'failed', 'unconfirmed'].includes(result?.status ?? '') ? result : undefined;
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  platform_rate_limit: 'platform_rate_limit',
  invalid_token: 'invalid_token',
  reconnection_required: 'reconnection_required',
  permission_denied: 'reconnection_required',
  rejected: 'invalid_request',
  not_found: 'not_found',
  not_supported: 'not_supported',
};

/** The error code of the API for the code of an action's failure. */
export function errorCodeOf(failureCode: string): ErrorCode {
  return CODES[failureCode] ?? 'platform_error';
}

function toError(failure: Failure, id: string, pausedSeconds: number | undefined): ApiError {
  const code = errorCodeOf(failure.code);
  const isThrottle = code === 'platform_rate_limit';
  return new ApiError(
    code,
    `${isThrottle ? 'Platform rate limit exceeded: ' : ''}${failure.message} ${failure.remedy}`,
    compact({
      id,
      reason: failure.code,
      platform_code: failure.platform_code,
      retry_after: isThrottle ? pausedSeconds : undefined,
    }),
  );
}
