import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import { record } from '../events/index.ts';
import { refreshSession } from './refresh-session.ts';
import { openSession, type SessionTools } from './session.ts';
import * as tokens from './token.repository.ts';

const DAY_SECONDS = 86_400;
/** How long before its expiry we report a token that only a person can renew. */
const REPORT_AHEAD_SECONDS = 7 * DAY_SECONDS;
const RETRY_SECONDS = 3600;

export interface TokensWorkerTools {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly sessions: SessionTools;
}

/**
 * Refreshes tokens before they expire on platforms that refresh no expired ones. Reports tokens that only a person can
 * renew as `account.token_expiring`.
 */
export function createTokensWorker(tools: TokensWorkerTools): Worker<tokens.TokenJob> {
  const { db, connectors } = tools;
  return {
    name: 'tokens',
    concurrency: 5,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => tokens.claim(db.system, claim),
    async work(job, lease) {
      const tenant = db.tenant(job.tenantId);
      const connector = connectors[job.platform as Platform];
      if (connector === undefined) return tokens.scheduleCheck(tenant, job, DAY_SECONDS);
      const session = openSession(tools.sessions, connector, job, lease);
      const { auth } = connector;
      const refreshAhead = auth.refresh === undefined ? undefined : auth.refreshAheadSeconds;
      if (refreshAhead !== undefined && job.secondsLeft <= refreshAhead) {
        try {
          await refreshSession(tenant, tools.sessions, connector, job, session);
          return await tokens.scheduleCheck(tenant, job, RETRY_SECONDS);
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
        }
      }
      const isRenewable = renewsItself(connector, session.tokens.refreshToken);
      if (!isRenewable && job.secondsLeft <= REPORT_AHEAD_SECONDS && !job.isReported)
        await report(tools, job, connector);
      await tokens.scheduleCheck(tenant, job, secondsUntilCheck(job.secondsLeft, refreshAhead, isRenewable));
    },
  };
}

/** Whether the next use of the expired token refreshes it without a person. */
function renewsItself({ auth }: Connector, refreshToken: string | undefined): boolean {
  return auth.refresh !== undefined && auth.refreshAheadSeconds === undefined && refreshToken !== undefined;
}

/** Until the next refresh or report is due; a day at most, because the token may be replaced meanwhile. */
function secondsUntilCheck(secondsLeft: number, refreshAhead: number | undefined, isRenewable: boolean): number {
  if (isRenewable || secondsLeft <= 0) return DAY_SECONDS;
  const due = [REPORT_AHEAD_SECONDS, refreshAhead ?? 0]
    .map((ahead) => secondsLeft - ahead)
    .filter((after) => after > 0);
  const isRefreshDue = refreshAhead !== undefined && secondsLeft <= refreshAhead;
  return Math.min(isRefreshDue ? RETRY_SECONDS : DAY_SECONDS, ...due);
}

/** Reports a token once, however many processes check it. */
async function report(tools: TokensWorkerTools, job: tokens.TokenJob, { displayName }: Connector): Promise<void> {
  const { tenantId, accountId, platform, username } = job;
  await tools.db.tenant(tenantId).transaction(async (tx) => {
    const expiresAt = await tokens.markReported(tx, job);
    if (expiresAt === undefined) return;
    await record(tx, tenantId, [
      {
        type: 'account.token_expiring',
        resourceId: accountId,
        accountId,
        platform,
        summary: `The access of ${username} on ${displayName} ends soon; connect the account again`,
        data: { account_id: accountId, platform, username, token_expires_at: expiresAt.toISOString() },
      },
    ]);
  });
}
