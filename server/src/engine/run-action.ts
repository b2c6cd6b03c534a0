import { z } from 'zod';
import { RenditionFailed, RenditionNotReady } from '../core/files.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Platform } from '../core/platforms.ts';
import type { Lease } from '../core/worker.ts';
import type { Failure, Job, Outcome } from './action.ts';
import { ActionRun } from './action-run.ts';
import type { ActionTools } from './action-tools.ts';
import { CRASHED, HUNG, systemFailure, toFailure, unconfirmed } from './failure.ts';
import { reconcile } from './reconcile.ts';
import { effectOn } from './recovery.ts';
import { CLAIMS_MAX, HANGS_MAX, THROTTLE_WAIT_SECONDS_MAX } from './retry-times.ts';
import { prepareAndSend } from './send.ts';
import { LeaseLost, settleAction } from './settle-action.ts';
import { conversionFailed, waitForRendition } from './wait-for-rendition.ts';

/**
 * One claim of an action: intent before effect, evidence after, reconcile when in doubt. Each step is committed before
 * the next one, so the next claim continues from the committed state, wherever a process dies. Returns the account's
 * next action that the settlement has already claimed.
 */
export async function runAction(tools: ActionTools, claimed: Job, lease: Lease): Promise<Job | undefined> {
  // An outcome in doubt is looked up, and the lookup may stop the process once. The input itself may stop it.
  const isHanging = claimed.hangCount >= HANGS_MAX + (isInDoubt(claimed) ? 1 : 0);
  const parsed = isHanging ? undefined : tools.actions[claimed.kind]?.input.safeParse(claimed.input);
  const job: Job = { ...claimed, input: parsed?.data };
  try {
    if (job.isExpired) return await settleExpired(tools, job, lease);
    if (job.claimCount > CLAIMS_MAX) return await giveUp(tools, job, CRASHED, lease);
    if (isHanging) return await giveUp(tools, job, HUNG, lease);
    if (parsed?.success === false) return await settleUnreadable(tools, job, lease, parsed.error);
    const { run, next } = await open(tools, job, lease);
    if (run === undefined) return next;
    if (job.state === 'claimed' || job.state === 'prepared') await prepareAndSend(run, job.state, job.prepared ?? {});
    else await reconcile(run);
    return run.next;
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    return undefined;
  }
}

/** Settles an action that keeps ending its processes. */
async function giveUp(tools: ActionTools, job: Job, failure: Failure, lease: Lease): Promise<Job | undefined> {
  const outcome: Outcome = isInDoubt(job)
    ? { status: 'unconfirmed', failure: unconfirmed(failure.message) }
    : { status: 'failed', failure };
  const detail = { pickups: job.claimCount, hangs: job.hangCount };
  return await settleAction(tools, tools.actions[job.kind], job, outcome, detail, lease);
}

/** Settles an action whose account was throttled for too long. Nothing was sent. */
async function settleExpired(tools: ActionTools, job: Job, lease: Lease): Promise<Job | undefined> {
  const minutes = THROTTLE_WAIT_SECONDS_MAX / 60;
  const message = `The platform has taken nothing of this account for ${minutes} minutes.`;
  const failure = toFailure(new PlatformError('rate_limited', message));
  const detail = { error: 'rate_limited', message };
  return await settleAction(tools, tools.actions[job.kind], job, { status: 'failed', failure }, detail, lease);
}

/** Settles an action whose stored input does not fit its schema. */
async function settleUnreadable(
  tools: ActionTools,
  job: Job,
  lease: Lease,
  error: z.ZodError,
): Promise<Job | undefined> {
  const message = 'The stored input of this action cannot be read.';
  const outcome: Outcome = isInDoubt(job)
    ? { status: 'unconfirmed', failure: unconfirmed(`${message} Its outcome cannot be looked up.`) }
    : {
        status: 'failed',
        failure: systemFailure(
          'stored_input_invalid',
          message,
          'Send it again as a new request and report this one with its id.',
        ),
      };
  const detail = { error: 'stored_input_invalid', message: z.prettifyError(error) };
  return await settleAction(tools, tools.actions[job.kind], job, outcome, detail, lease);
}

function isInDoubt({ state }: Job): boolean {
  return state === 'sending' || state === 'reconciling';
}

interface OpenedAction {
  readonly run?: ActionRun;
  readonly next?: Job | undefined;
}

/** Loads everything that the work needs. An action that cannot be done is settled here. */
async function open(tools: ActionTools, job: Job, lease: Lease): Promise<OpenedAction> {
  const db = tools.tenantDatabase(job.tenantId);
  const action = tools.actions[job.kind];
  const connector = tools.connectors[job.platform as Platform];
  const effect = connector === undefined ? undefined : action?.effect(connector, job.input);
  const settle = async (outcome: Outcome) => ({ next: await settleAction(tools, action, job, outcome, {}, lease) });
  if (action === undefined || effect === undefined) {
    const failure = systemFailure('not_supported', `${job.platform} cannot do this.`, 'Choose another platform.');
    return settle({ status: 'failed', failure });
  }
  if (!isInDoubt(job) && (!job.account.isConnected || job.account.status !== 'active'))
    return settle({ status: 'failed', failure: notConnected(job) });
  if (!job.account.isConnected) {
    const failure = unconfirmed('The account was disconnected before the outcome was known.');
    return settle({ status: 'unconfirmed', failure });
  }
  const started = await action.start?.(tools.batcher, job);
  if (action.start !== undefined && started === undefined) return settle(GONE);
  // In doubt, a missing file is no failure: the platform is asked all the same.
  const input = await action
    .load(db, job, (items, options) => tools.resolveMedia(job, items, isInDoubt(job), options), started)
    .catch((error: unknown) => {
      if (error instanceof PlatformError || error instanceof RenditionNotReady || error instanceof RenditionFailed)
        return error;
      throw error;
    });
  if (input instanceof RenditionNotReady) return { next: await waitForRendition(db, job, input) };
  if (input instanceof RenditionFailed) return settle({ status: 'failed', failure: conversionFailed(input) });
  if (input instanceof PlatformError) return settle({ status: 'failed', failure: toFailure(input) });
  if (input === undefined) return settle(GONE);
  const session = await tools.openSession(job, lease);
  return {
    run: new ActionRun(tools, db, action, effectOn(job.account, effect), connector?.pacing, input, session, job, lease),
  };
}

const GONE: Outcome = {
  status: 'failed',
  failure: systemFailure('not_found', 'What this belongs to was deleted.', 'Nothing is left to do.'),
};

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
