import { PlatformError } from '../../../core/platform-error.ts';
import type { Platform } from '../../../core/platforms.ts';
import type { Lease, Worker } from '../../../core/worker.ts';
import { usage } from '../../usage/index.ts';
import { cleanUp } from './clean-up.ts';
import * as jobs from './job.repository.ts';
import { STEPS } from './stages.ts';
import type { ExportTools } from './tools.ts';
import { writeExport } from './write-export.ts';

/** A platform may be read so long for one export; YouTube's allowance of a day may be used up twice. */
const READ_HOURS_MAX = 48;
/** Seconds after which a platform that does not say so accepts calls again. */
const THROTTLE_SECONDS = 60;
/** Failures in a row, each waited for three times as long as the one before. */
const ATTEMPTS_MAX = 6;
const FIRST_WAIT_SECONDS = 5;
/** Claims in a row that stored nothing: each ended with its process. */
const CLAIMS_MAX = 25;
/** A shorter pause is waited for under the lease. */
const SHORT_SECONDS = 0.5;

/** Makes exports step by step, and removes the content of closed ones. */
export function createExportsWorker(tools: ExportTools): Worker<jobs.ExportJob> {
  const { db } = tools;
  return {
    name: 'exports',
    concurrency: 4,
    ownerOf: ({ tenantId }) => tenantId,
    claim: (claim) => jobs.claim(db.system, claim),
    renew: (job, leaseSeconds) => jobs.renew(db.system, job, leaseSeconds),
    release: (job) => jobs.release(db.tenant(job.tenantId), job),
    async work(job, lease) {
      if (!jobs.isOpen(job)) return cleanUp(tools, job);
      try {
        await goOn(tools, job, lease);
      } catch (error) {
        await settleFailure(tools, job, error);
      }
    },
  };
}

async function goOn(tools: ExportTools, claimed: jobs.ExportJob, lease: Lease): Promise<void> {
  const db = tools.db.tenant(claimed.tenantId);
  if (claimed.claims > CLAIMS_MAX)
    return endWithout(tools, claimed, 'The export ended unexpectedly again and again. Create a new one.');
  let job = await jobs.begin(db, claimed, READ_HOURS_MAX);
  while (job !== undefined) {
    if (lease.signal.aborted || lease.stopping?.aborted === true) return jobs.release(db, job);
    if (job.stage === 'writing' || job.stage === 'done') return writeExport(tools, job, lease);
    const connector = tools.connectors[job.platform as Platform];
    const { archive } = connector ?? {};
    if (connector === undefined || archive === undefined)
      return endWithout(tools, job, 'This installation does not read the platform any more.');
    if (job.isLate) {
      job = await endReading(
        tools,
        job,
        `The platform let us read too slowly; ${READ_HOURS_MAX} hours were not enough.`,
      );
      continue;
    }
    const before = job;
    const { job: after, pauseSeconds } = await STEPS[job.stage](
      { tools, lease, connector: { ...connector, archive } },
      job,
    ).catch(async (error: unknown) => ({ job: await settleReading(tools, before, error), pauseSeconds: 0 }));
    if (after !== undefined && pauseSeconds > SHORT_SECONDS && after.stage !== 'writing') {
      const reason = 'Calls are kept free for publishing and answering.';
      return jobs.wait(db, after, { seconds: pauseSeconds, reason, isFailure: false });
    }
    job = after;
  }
  // Cancelled or taken over meanwhile, or it waits; its next holder need not wait for the end of this lease.
  await jobs.leave(db, claimed);
}

/** Decides what follows a failed reading. Returns the export when it goes on at once. */
async function settleReading(
  tools: ExportTools,
  job: jobs.ExportJob,
  error: unknown,
): Promise<jobs.ExportJob | undefined> {
  if (!(error instanceof PlatformError)) throw error;
  const db = tools.db.tenant(job.tenantId);
  const { kind, message, facts } = error;
  if (kind === 'rate_limited') {
    const seconds = facts.retryAfterSeconds ?? THROTTLE_SECONDS;
    await jobs.wait(db, job, { seconds, reason: 'The platform accepts no more calls for now.', isFailure: false });
    return undefined;
  }
  const mayPass = kind === 'unavailable' || kind === 'unknown';
  if (mayPass && job.retryCount + 1 < ATTEMPTS_MAX) {
    const seconds = Math.max(FIRST_WAIT_SECONDS * 3 ** job.retryCount, facts.retryAfterSeconds ?? 0);
    await jobs.wait(db, job, { seconds, reason: message, isFailure: true });
    return undefined;
  }
  return endReading(tools, job, message);
}

/** Goes on to the files with what was read, and says what ended the reading. Without any item the export fails. */
async function endReading(
  tools: ExportTools,
  job: jobs.ExportJob,
  reason: string,
): Promise<jobs.ExportJob | undefined> {
  if (job.items === 0 && job.stage === 'listing') {
    await endWithout(tools, job, reason);
    return undefined;
  }
  const missing = [`The reading ended at the stage ${job.stage}: ${reason}`];
  return jobs.advance(tools.db.tenant(job.tenantId), job, { stage: 'writing', missing });
}

/** Fails the export and gives its count back. */
async function endWithout({ db }: ExportTools, job: jobs.ExportJob, reason: string): Promise<void> {
  await db.tenant(job.tenantId).transaction(async (tx) => {
    const failed = await jobs.fail(tx, job, reason);
    if (failed?.period) await usage.giveBack(tx, job.tenantId, 'export', failed.period);
  });
}

/** After a fault of ours: tries again later, in the end gives up. The fault goes to the log. */
async function settleFailure(tools: ExportTools, job: jobs.ExportJob, error: unknown): Promise<void> {
  // Without the database nothing can be settled, so the lease expires.
  if (error instanceof Error && 'severity' in error) throw error;
  if (job.retryCount + 1 >= ATTEMPTS_MAX)
    await endWithout(tools, job, 'The export ended with a fault of this service. Create a new one later.');
  else {
    const seconds = FIRST_WAIT_SECONDS * 3 ** job.retryCount;
    const reason = 'A fault of this service; it tries again.';
    await jobs.wait(tools.db.tenant(job.tenantId), job, { seconds, reason, isFailure: true });
  }
  throw error;
}
