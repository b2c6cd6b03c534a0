import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Worker } from '../../core/worker.ts';
import { readings, secondsAfterFailures } from '../../features/analytics/index.ts';
import { budgetPause } from '../budget.ts';
import { CallMeter } from '../call-meter.ts';
import { briefLease, type ReadingTools, readFrom } from '../reading.ts';
import { ignored } from './ignored.ts';
import { postsMax, readTurn, type Turn, tellsNumbers } from './read-turn.ts';

/** More posts of the account wait, and the platform's budget allows their reading. */
const NEXT_TURN_SECONDS = 1;

/**
 * Reads the numbers of accounts and their posts when they are due, and keeps them over time. Half of a platform's calls
 * stay for publishing and answering, as with polling.
 */
export function createMetricsWorker(tools: ReadingTools): Worker<readings.ReadingJob> {
  const { db, connectors } = tools;
  return {
    name: 'metrics',
    concurrency: 10,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => readings.claim(db.system, claim),
    async work(job, lease) {
      const tenant = db.tenant(job.tenantId);
      const connector = connectors[job.platform as Platform];
      if (connector === undefined || !tellsNumbers(connector)) return readings.stop(tenant, job);
      if (job.pausedSeconds > 0) {
        const pause = { posts: [], missing: [], pauseSeconds: job.pausedSeconds, hasFailed: false };
        return tenant.transaction((tx) => readings.settle(tx, job, pause));
      }
      await tenant.transaction((tx) => readings.addNewTargets(tx, job));
      const meter = new CallMeter(connector.pacing?.callsLeft);
      const turn: Turn = { posts: [], missing: [], ignored: 0 };
      const posts = await readings.duePosts(tenant, job, postsMax(connector));
      const failure = await readFrom(tools, job.platform, job, briefLease(lease, job), (_, session) =>
        readTurn(connector, meter.of(session), job, posts, turn),
      ).then(
        () => undefined,
        (error: unknown) => error,
      );
      ignored.add(job.platform, turn.ignored);
      const wanted = failure === undefined ? NEXT_TURN_SECONDS : pauseAfter(failure, job);
      const pauseSeconds = Math.max(wanted, await budgetPause(db, job, meter, connector.polling));
      await tenant.transaction((tx) =>
        readings.settle(tx, job, {
          ...turn,
          pauseSeconds,
          hasFailed: failure !== undefined && turn.posts.length === 0,
        }),
      );
      if (failure !== undefined && !(failure instanceof PlatformError)) throw failure;
    },
  };
}

/** At least as long as the platform wants; longer with each failure in a row. */
function pauseAfter(failure: unknown, { failures }: readings.ReadingJob): number {
  const asked = failure instanceof PlatformError ? (failure.facts.retryAfterSeconds ?? 0) : 0;
  return Math.max(asked, secondsAfterFailures(failures));
}
