import { monotonicMs } from '../../core/clock.ts';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import type { Lane } from '../../core/lane.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Database } from '../../db/database.ts';
import { record } from '../events/index.ts';
import { openSession, refreshSession, type SessionTools } from './session.ts';
import * as tokens from './token.repository.ts';

const DAY_SECONDS = 86_400;
/** How long before the end of a token that nothing but a person can renew its tenant is told. */
const TELL_AHEAD_SECONDS = 7 * DAY_SECONDS;
const RETRY_SECONDS = 3600;
/** Tokens have days; the database need not be asked at every poll. */
const EVERY_MS = 500;

export interface TokensLaneTools {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly sessions: SessionTools;
}

/**
 * Renews tokens before they end where the platform renews none that has ended, and tells the tenant of those that only
 * a person can renew.
 */
export function createTokensLane(tools: TokensLaneTools): Lane<tokens.TokenJob> {
  const { db, connectors } = tools;
  let nextMs = 0;
  return {
    name: 'tokens',
    concurrency: 5,
    async claim(limit, leaseSeconds) {
      if (monotonicMs() < nextMs) return [];
      nextMs = monotonicMs() + EVERY_MS;
      return tokens.claim(db.system, limit, leaseSeconds);
    },
    async work(job, lease) {
      const tenant = db.tenant(job.tenantId);
      const connector = connectors[job.platform as Platform];
      if (connector === undefined) return tokens.lookAgain(tenant, job, DAY_SECONDS);
      const session = openSession(tools.sessions, connector, job, lease);
      const { auth } = connector;
      const refreshAhead = auth.refresh === undefined ? undefined : auth.refreshAheadSeconds;
      if (refreshAhead !== undefined && job.secondsLeft <= refreshAhead) {
        try {
          await refreshSession(tenant, tools.sessions, connector, job, session);
          return await tokens.lookAgain(tenant, job, RETRY_SECONDS);
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
        }
      }
      const isRenewable = renewsItself(connector, session.tokens.refreshToken);
      if (!isRenewable && job.secondsLeft <= TELL_AHEAD_SECONDS && !job.isTold) await tell(tools, job, connector);
      await tokens.lookAgain(tenant, job, nextLook(job.secondsLeft, refreshAhead, isRenewable));
    },
  };
}

/** Whether the next use of an ended token renews it without anybody's help. */
function renewsItself({ auth }: Connector, refreshToken: string | undefined): boolean {
  return auth.refresh !== undefined && auth.refreshAheadSeconds === undefined && refreshToken !== undefined;
}

/** At the next time at which something is to be done, and once a day: a token may have been replaced meanwhile. */
function nextLook(secondsLeft: number, refreshAhead: number | undefined, isRenewable: boolean): number {
  if (isRenewable || secondsLeft <= 0) return DAY_SECONDS;
  const due = [TELL_AHEAD_SECONDS, refreshAhead ?? 0].map((ahead) => secondsLeft - ahead).filter((after) => after > 0);
  const isRefreshDue = refreshAhead !== undefined && secondsLeft <= refreshAhead;
  return Math.min(isRefreshDue ? RETRY_SECONDS : DAY_SECONDS, ...due);
}

/** Once for each token, however many processes look. */
async function tell(tools: TokensLaneTools, job: tokens.TokenJob, { displayName }: Connector): Promise<void> {
  const { tenantId, accountId, platform, username } = job;
  await tools.db.tenant(tenantId).transaction(async (tx) => {
    const endsAt = await tokens.markTold(tx, job);
    if (endsAt === undefined) return;
    await record(tx, tenantId, [
      {
        type: 'account.token_expiring',
        resourceId: accountId,
        accountId,
        platform,
        summary: `The access of ${username} on ${displayName} ends soon; connect the account again`,
        data: { account_id: accountId, platform, username, token_expires_at: endsAt.toISOString() },
      },
    ]);
  });
}
