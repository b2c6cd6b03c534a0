import { PlatformError } from '../core/platform-error.ts';
import type { Platform } from '../core/platforms.ts';
import type { Worker } from '../core/worker.ts';
import * as polling from './polling.repository.ts';
import { type ReadingTools, readFrom } from './reading.ts';
import { storeItems } from './store-items.ts';

/** The simulator is near and has no quota, so comments show up within seconds. */
const TEST_SECONDS = 2;
const POSTS_MAX = 50;
const RETRY_SECONDS = 30;

/** Asks accounts of platforms that do not push for news. `pollSeconds` overrides every connector's pace. */
export function createPollingWorker(tools: ReadingTools, pollSeconds: number | undefined): Worker<polling.PollJob> {
  const { db, connectors } = tools;
  const secondsBetween = ({ mode, platform }: polling.PollJob): number => {
    if (pollSeconds !== undefined) return pollSeconds;
    if (mode === 'test') return TEST_SECONDS;
    return connectors[platform as Platform]?.polling?.everySeconds ?? RETRY_SECONDS;
  };
  return {
    name: 'polling',
    concurrency: 10,
    claim: (limit, leaseSeconds) => polling.claim(db.system, limit, leaseSeconds),
    async work(job, lease) {
      const { tenantId, accountId, platform, mode } = job;
      const tenant = db.tenant(tenantId);
      const seconds = secondsBetween(job);
      try {
        const postIds = await polling.recentPostIds(tenant, job, POSTS_MAX);
        const polled = await readFrom(tools, platform, job, lease, (connector, session) => {
          if (connector.polling === undefined) throw new PlatformError('rejected', 'This platform is not polled.');
          return connector.polling.poll(session, job.cursor ?? undefined, postIds);
        });
        await tenant.transaction(async (tx) => {
          if (!(await polling.settle(tx, job, polled.cursor ?? job.cursor, seconds, polled.metadata))) return;
          await storeItems(tx, { tenantId, accountId, platform, livemode: mode === 'live' }, polled.items);
        });
      } catch (error) {
        await polling.settle(tenant, job, job.cursor, secondsAfterFailure(error, seconds));
        if (!(error instanceof PlatformError)) throw error;
      }
    },
  };
}

function secondsAfterFailure(error: unknown, seconds: number): number {
  if (!(error instanceof PlatformError)) return RETRY_SECONDS;
  return Math.max(seconds, error.facts.retryAfterSeconds ?? (error.kind === 'unavailable' ? seconds : RETRY_SECONDS));
}
