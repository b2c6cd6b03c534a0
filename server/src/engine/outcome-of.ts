import type { Context } from '../../core/context.ts';
import { ApiError, type ErrorCode } from '../../core/errors.ts';
import { asSentence } from '../../lib/sentence.ts';
import { throttledSeconds } from '../accounts/index.ts';
import * as actions from './action.repository.ts';
import type { Failure } from './action.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

/** The error for a failure that means more on its platform than it does elsewhere. `message` ends as a sentence. */
export type Explain = (failure: Failure, meta: Readonly<Record<'id' | 'reason', string>>) => ApiError | undefined;

/**
 * Waits for the outcome of an action, at most ten seconds; then it goes on by itself. A failure is thrown as an error
 * of ours: as `explain` has it, else by its code.
 */
export async function outcomeOf(
  ctx: Context,
  id: string,
  what: string,
  explain?: Explain,
): Promise<actions.ActionResult> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const result = await actions.result(ctx.db, ctx.tenant.id, id);
    if (result?.status === 'published') return result;
    if (result?.status === 'failed' || result?.status === 'unconfirmed') {
      const paused = await throttledSeconds(ctx.db, ctx.tenant.id, [result.account_id]);
      const error = result.error as unknown as Failure;
      const failure = { ...error, message: asSentence(error.message) };
      throw explain?.(failure, { id, reason: failure.code }) ?? toError(failure, id, paused.get(result.account_id));
    }
    if (performance.now() > deadline) {
      throw new ApiError(
        'platform_timeout',
        `The platform has not answered yet. The ${what} is on its way and goes on under this id; do not send it again.`,
        { id, retry_after: 10 },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
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

function toError(failure: Failure, id: string, pausedSeconds: number | undefined): ApiError {
  const code = CODES[failure.code] ?? 'platform_error';
  const isThrottle = code === 'platform_rate_limit';
  return new ApiError(
    code,
    `${isThrottle ? 'Platform rate limit exceeded: ' : ''}${failure.message} ${failure.remedy}`,
    {
      id,
      reason: failure.code,
      ...(failure.platform_code === undefined ? {} : { platform_code: failure.platform_code }),
      ...(isThrottle && pausedSeconds !== undefined ? { retry_after: pausedSeconds } : {}),
    },
  );
}
