import { ApiError } from '../../core/errors.ts';
import type { Runner } from '../../db/query.ts';
import * as accounts from './account.repository.ts';

/** Callers wait this long for the outcome of an action. */
const WAIT_SECONDS_MAX = 10;

/**
 * 429 `platform_rate_limit` while the platform has paused one of these accounts for longer than anybody waits: what is
 * asked for now is refused now, instead of being answered with a timeout and done when the pause ends.
 */
export async function assertNotThrottled(db: Runner, tenantId: string, accountIds: readonly string[]): Promise<void> {
  const seconds = await accounts.pausedSeconds(db, tenantId, accountIds);
  if (seconds <= WAIT_SECONDS_MAX) return;
  const message = `Platform rate limit exceeded: the platform takes nothing from this account for another ${seconds} seconds. Nothing was sent or charged.`;
  throw new ApiError('platform_rate_limit', message, { retry_after: seconds });
}
