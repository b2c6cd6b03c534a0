import { ApiError } from '../../core/errors.ts';
import type { Runner } from '../../db/query.ts';
import * as accounts from './account.repository.ts';

/** Callers wait this long for the outcome of an action. */
const WAIT_SECONDS_MAX = 10;

/**
 * 429 `platform_rate_limit` while one of these accounts is paused for longer than a request waits. Otherwise the caller
 * would get a timeout, and the action would run when the pause ends.
 */
export async function assertNotThrottled(db: Runner, tenantId: string, accountIds: readonly string[]): Promise<void> {
  const seconds = Math.max(0, ...(await throttledSeconds(db, tenantId, accountIds)).values());
  if (seconds > 0) throw throttled(throttleMessage(seconds), seconds);
}

/** The accounts among these that are paused for longer than a request waits, with the seconds that are left. */
export async function throttledSeconds(
  db: Runner,
  tenantId: string,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const paused = await accounts.pausedSeconds(db, tenantId, accountIds);
  return new Map([...paused].filter(([, seconds]) => seconds > WAIT_SECONDS_MAX));
}

export function throttleMessage(seconds: number): string {
  return `Platform rate limit exceeded: the platform takes nothing from this account for another ${seconds} seconds. Nothing was sent or charged.`;
}

/** 429 `platform_rate_limit`. */
function throttled(message: string, seconds: number | undefined): ApiError {
  return new ApiError('platform_rate_limit', message, seconds === undefined ? {} : { retry_after: seconds });
}
