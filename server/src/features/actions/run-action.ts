import { CopyFailed, CopyNotReady } from '../../core/files.ts';
import type { Lease } from '../../core/lane.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Failure, Job, Outcome } from './action.ts';
import { ActionRun } from './action-run.ts';
import type { ActionTools } from './action-tools.ts';
import { end, LeaseLost } from './end.ts';
import { systemFailure, toFailure, unconfirmed } from './failure.ts';
import { PICKUPS_MAX, THROTTLE_WAIT_SECONDS_MAX } from './protocol.ts';
import { reconcile } from './reconcile.ts';
import { fromStart } from './send.ts';
import { conversionFailed, waitForCopy } from './wait-for-copy.ts';

/**
 * One pick-up of an action: intent before effect, evidence after, reconcile when in doubt. Each step is committed
 * before the next; whatever process dies wherever, the next pick-up continues from the committed state. Gives the action
 * of the account that the settlement has begun already.
 */
export async function runAction(tools: ActionTools, job: Job, lease: Lease): Promise<Job | undefined> {
  try {
    if (job.isExpired) return await expire(tools, job, lease);
    if (job.pickups > PICKUPS_MAX) return await bury(tools, job, lease);
    const { run, next } = await open(tools, job, lease);
    if (run === undefined) return next;
    if (job.state === 'claimed' || job.state === 'prepared') await fromStart(run, job.state, job.prepared ?? {});
    else await reconcile(run);
    return run.next;
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    return undefined;
  }
}

/** The row keeps killing its workers, or what belongs to it cannot even be read. */
async function bury(tools: ActionTools, job: Job, lease: Lease): Promise<Job | undefined> {
  const message = 'The work on this ended unexpectedly again and again and was stopped.';
  const outcome: Outcome = isInDoubt(job)
    ? { status: 'unconfirmed', failure: unconfirmed(message) }
    : {
        status: 'failed',
        failure: systemFailure('internal_error', message, 'Retry; if it happens again, report it with the post id.'),
      };
  const { pickups } = job;
  return await end(tools, tools.tenantDatabase(job.tenantId), tools.kinds[job.kind], job, outcome, { pickups }, lease);
}

/** The platform took nothing of the account for so long that the action fails without having been sent. */
async function expire(tools: ActionTools, job: Job, lease: Lease): Promise<Job | undefined> {
  const db = tools.tenantDatabase(job.tenantId);
  const kind = tools.kinds[job.kind];
  const minutes = THROTTLE_WAIT_SECONDS_MAX / 60;
  const message = `The platform has taken nothing of this account for ${minutes} minutes.`;
  const failure = toFailure(new PlatformError('rate_limited', message));
  return await end(tools, db, kind, job, { status: 'failed', failure }, { error: 'rate_limited', message }, lease);
}

function isInDoubt({ state }: Job): boolean {
  return state === 'sending' || state === 'reconciling';
}

interface Opened {
  readonly run?: ActionRun;
  readonly next?: Job | undefined;
}

/** Everything that the work needs, or, when it cannot be done, what comes after its end. */
async function open(tools: ActionTools, job: Job, lease: Lease): Promise<Opened> {
  const db = tools.tenantDatabase(job.tenantId);
  const kind = tools.kinds[job.kind];
  const connector = tools.connectors[job.platform as Platform];
  const effect = connector === undefined ? undefined : kind?.effect(connector, job);
  const giveUp = async (outcome: Outcome) => ({ next: await end(tools, db, kind, job, outcome, {}, lease) });
  if (kind === undefined || effect === undefined) {
    const failure = systemFailure('not_supported', `${job.platform} cannot do this.`, 'Choose another platform.');
    return giveUp({ status: 'failed', failure });
  }
  if (!isInDoubt(job) && (!job.account.isConnected || job.account.status !== 'active'))
    return giveUp({ status: 'failed', failure: notConnected(job) });
  if (!job.account.isConnected) {
    const failure = unconfirmed('The account was disconnected before the outcome was known.');
    return giveUp({ status: 'unconfirmed', failure });
  }
  const input = await kind
    .load(db, job, (items, options) => tools.resolveMedia(job, items, isInDoubt(job), options))
    .catch((error: unknown) => {
      if (error instanceof PlatformError || error instanceof CopyNotReady || error instanceof CopyFailed) return error;
      throw error;
    });
  if (input instanceof CopyNotReady) return { next: await waitForCopy(db, job, input) };
  if (input instanceof CopyFailed) return giveUp({ status: 'failed', failure: conversionFailed(input) });
  // What is sent already may have been made of a file that is gone now; the platform is asked all the same.
  if (input instanceof PlatformError) return giveUp({ status: 'failed', failure: toFailure(input) });
  if (input === undefined) {
    const failure = systemFailure('not_found', 'What this belongs to was deleted.', 'Nothing is left to do.');
    return giveUp({ status: 'failed', failure });
  }
  const session = await tools.openSession(job, lease);
  return { run: new ActionRun(tools, db, kind, effect, connector?.pacing, input, session, job, lease) };
}

function notConnected(job: Job): Failure {
  return {
    code: 'reconnection_required',
    message: job.account.isConnected
      ? 'The account must be reconnected before it can publish.'
      : 'The account is not connected any more.',
    category: 'auth',
    caused_by: 'user',
    retryable: true,
    remedy: 'Reconnect the account, then retry.',
  };
}
