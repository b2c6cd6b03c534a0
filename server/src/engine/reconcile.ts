import type { Listed, Published } from '../core/effect.ts';
import { PlatformError } from '../core/platform-error.ts';
import { compact } from '../lib/compact.ts';
import { type ActionRun, asPlatformError, evidence } from './action-run.ts';
import { HUNG, toFailure, unconfirmed } from './failure.ts';
import { itemsOf } from './lookup.ts';
import { lookupDelaysOf, recoveryOf } from './recovery.ts';
import {
  BLIND_RESENDS_MAX,
  backoff,
  GONE_LOOKUPS,
  RECONCILE_SECONDS_MAX,
  RESENDS_MAX,
  THROTTLE_SECONDS_DEFAULT,
} from './retry-times.ts';
import { resend } from './send.ts';
import * as steps from './step.repository.ts';

const WORKER_LOST = 'The worker was lost after it had committed the intent.';

/** Finds the outcome of a call whose response was lost, by the means of the effect's class. */
export async function reconcile(run: ActionRun): Promise<void> {
  const sinceIntent = run.secondsSinceIntent();
  if (run.job.state === 'sending') {
    // Also for an old intent: the lost worker's call may have gone on until its lease ended.
    const pause = run.effect.class === 'C' ? run.lookupDelay(0) : 0;
    if (pause > 0)
      return await run.postpone(
        { state: 'reconciling', afterSeconds: pause, pauseSeconds: pause, lookupCount: 0 },
        { step: 'unknown', reason: WORKER_LOST },
      );
    await run.step({ state: 'reconciling' }, { state: 'reconciling', detail: { reason: WORKER_LOST } });
  }
  try {
    switch (recoveryOf(run.effect, sinceIntent, run.mayResend)) {
      case 'resend':
        return await resendKeyed(run);
      case 'read_state':
        return await readState(run);
      case 'look_up':
        return await lookUp(run);
      case 'give_up':
        return await giveUp(run, 'The answer was lost, and this platform cannot be asked whether it happened.', {});
    }
  } catch (thrown) {
    const error = asPlatformError(thrown);
    // A later list is longer still.
    if (error.facts.reason === 'list_cut')
      await giveUp(run, `The outcome could not be found out: ${error.message}`, {});
    else await stillInDoubt(run, error);
  }
}

/** Class A: the same call with the same key returns the first one's result. */
async function resendKeyed(run: ActionRun): Promise<void> {
  const key = run.job.sendKey as string;
  let published: Published;
  try {
    published = await run.call('send', (session) => run.effect.send(session, run.input, run.job.prepared ?? {}, key));
  } catch (thrown) {
    const error = asPlatformError(thrown, 'unknown');
    if (error.kind !== 'rejected' && error.kind !== 'forbidden' && error.kind !== 'not_found') throw error;
    // Platforms check the content after the key, so rejected content proves that the first call did nothing either.
    // They check rights before the key, so `forbidden` proves nothing.
    if (error.kind === 'rejected' || run.effect.class === 'repeatable')
      return await run.settle({ status: 'failed', failure: toFailure(error) }, evidence(error));
    return await lookUp(run, error);
  }
  await run.settle(
    { status: 'published', published },
    { platform_id: published.platformId, by: 'repeat with the same key' },
  );
}

/** Class B: the prepared material tells whether it was sent. */
async function readState(run: ActionRun): Promise<void> {
  const { effect } = run;
  if (effect.class !== 'B') return;
  const prepared = run.job.prepared ?? {};
  const { state, published } = await run.call('state', (session) => effect.state(session, prepared));
  if (state === 'not_sent') {
    if (!run.mayResend) return await run.settle({ status: 'failed', failure: HUNG }, { state });
    if (run.resendCount < RESENDS_MAX) return await resend(run, prepared);
    const error = new PlatformError('unavailable', 'The platform took the call several times and did nothing.');
    return await run.settle({ status: 'failed', failure: toFailure(error) }, evidence(error));
  }
  if (state === 'unreadable')
    return await giveUp(run, 'The answer was lost, and with it what the platform could be asked by.', {});
  const lookup = published === undefined ? await itemsOf(run) : undefined;
  const found = published ?? (lookup?.found === 'one' ? lookup.item : undefined);
  if (found !== undefined) return await adopt(run, found, { by: 'state' });
  if (state === 'sent' && lookup?.found === 'several')
    return await adopt(run, nearest(lookup.items, run.intentAt()), { by: 'state', found: 'several' });
  if (state === 'sent') return await waitForId(run);
  if (lookup?.found === 'several') return await giveUp(run, SEVERAL, {});
  await prepareAgain(run);
}

/** The item that was made closest to the intent. */
function nearest(items: readonly Listed[], intentAt: Date): Published {
  const distance = ({ createdAt }: Listed) => Math.abs(createdAt.getTime() - intentAt.getTime());
  return items.reduce((best, item) => (distance(item) < distance(best) ? item : best));
}

/** It is proven that it was sent. Its id is not visible yet. */
async function waitForId(run: ActionRun): Promise<void> {
  if (run.secondsSinceIntent() > RECONCILE_SECONDS_MAX)
    return await giveUp(run, 'It was published, but its id could not be found on the account.', {});
  const lookupCount = run.job.lookupCount + 1;
  const wait = Math.max(1, backoff(lookupCount));
  await run.postpone(
    { state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, lookupCount },
    { step: 'reconciling', reason: 'It was sent; its id is not visible yet.' },
  );
}

/** The platform no longer knows the prepared material: it expired, or was removed after it was sent. The list decides. */
async function prepareAgain(run: ActionRun): Promise<void> {
  const lookupCount = run.job.lookupCount + 1;
  if (lookupCount < GONE_LOOKUPS.times) {
    const wait = GONE_LOOKUPS.everySeconds * run.tools.lookupDelayFactor;
    return await run.postpone(
      { state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, lookupCount },
      { step: 'reconciling', reason: 'The prepared material is gone and what it might have become is not to be seen.' },
    );
  }
  if (run.resendCount >= RESENDS_MAX) {
    const error = new PlatformError('unavailable', 'The platform lost the prepared material several times.');
    return await run.settle({ status: 'failed', failure: toFailure(error) }, evidence(error));
  }
  run.resendCount += 1;
  await run.postpone(
    { state: 'claimed', afterSeconds: 0, pauseSeconds: 0 },
    { step: 'gone', reason: 'The prepared material is gone and nothing was sent; it is prepared again.' },
  );
}

/**
 * Class C, and A when the key does not help: looks for the item among those that the account made since the intent and
 * that belong to no other action. `rejection`: the platform's response to a resend.
 */
async function lookUp(run: ActionRun, rejection?: PlatformError): Promise<void> {
  const delays = lookupDelaysOf(run.effect);
  const lookup = await itemsOf(run);
  const next = run.job.lookupCount + 1;
  const detail = { look: next, of: delays.length, found: lookup.found };
  if (lookup.found === 'one') return await adopt(run, lookup.item, detail);
  if (lookup.found === 'several') return await giveUp(run, SEVERAL, detail);
  if (next < delays.length) {
    // Class A comes here at once, C after its first delay.
    const passed = run.effect.class === 'C' || run.job.lookupCount > 0 ? run.lookupDelay(run.job.lookupCount) : 0;
    const wait = Math.max(0.2, run.lookupDelay(next) - passed);
    const postponement = { state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, lookupCount: next } as const;
    return await run.postpone(postponement, detail);
  }
  if (rejection !== undefined)
    return await run.settle({ status: 'failed', failure: toFailure(rejection) }, { ...detail, ...evidence(rejection) });
  if (!run.mayResend || run.resendCount >= BLIND_RESENDS_MAX || (await steps.countLostResponses(run.db, run.job)) > 1)
    return await giveUp(run, 'The answer was lost again and the content was not found on the account.', detail);
  await resend(run, run.job.prepared ?? {});
}

const SEVERAL = 'Several items on the account could be this one.';

/** Settles with an item that was found: it is ours. */
async function adopt(
  run: ActionRun,
  { platformId, permalink }: Published,
  detail: Record<string, unknown>,
): Promise<void> {
  const published = compact({ platformId, permalink });
  await run.settle({ status: 'published', published }, { ...detail, platform_id: platformId });
}

/** The outcome cannot be found. */
async function giveUp(run: ActionRun, why: string, detail: Record<string, unknown>): Promise<void> {
  await run.settle({ status: 'unconfirmed', failure: unconfirmed(why) }, detail);
}

/** The platform could not be asked: ask again later, at most for an hour. */
async function stillInDoubt(run: ActionRun, error: PlatformError): Promise<void> {
  const left = RECONCILE_SECONDS_MAX - run.secondsSinceIntent();
  if (left < 0) return await giveUp(run, `The outcome could not be found out: ${error.message}`, evidence(error));
  const retryCount = run.retryCount + 1;
  const delay =
    error.kind === 'rate_limited' ? (error.facts.retryAfterSeconds ?? THROTTLE_SECONDS_DEFAULT) : backoff(retryCount);
  // No longer than the hour, even for a longer throttle: the account must not wait for an outcome that is given up.
  const wait = Math.max(1, Math.min(delay, left));
  await run.postpone(
    {
      state: 'reconciling',
      afterSeconds: wait,
      pauseSeconds: wait,
      isThrottled: error.kind === 'rate_limited',
      retryCount,
    },
    { step: 'reconciling', ...evidence(error) },
  );
}
