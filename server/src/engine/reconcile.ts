import type { Listed, Listing, Published } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer } from '../../core/session.ts';
import { type ActionRun, asPlatformError, evidence } from './action-run.ts';
import { toFailure, unconfirmed } from './failure.ts';
import {
  BLIND_REPEATS_MAX,
  backoff,
  CLOCK_SLACK_SECONDS,
  GONE_LOOKS,
  judge,
  KNOWN_CLOCK_SLACK_SECONDS,
  looksOf,
  RECONCILE_SECONDS_MAX,
  REPEATS_MAX,
  recoveryOf,
} from './protocol.ts';
import { listening, sendAgain } from './send.ts';
import * as steps from './step.repository.ts';

const WORKER_LOST = 'The worker was lost after it had committed the intent.';

/** Finds out what became of a call whose answer was lost, by the means that the effect's class has. */
export async function reconcile(run: ActionRun): Promise<void> {
  const sinceIntent = run.secondsSinceIntent();
  if (run.job.state === 'sending') {
    // However old the intent is: the lost worker's call may have gone on until its lease ended.
    const pause = run.effect.class === 'C' ? run.lookDelay(0) : 0;
    if (pause > 0)
      return await run.later(
        { state: 'reconciling', afterSeconds: pause, pauseSeconds: pause, looks: 0 },
        { step: 'unknown', reason: WORKER_LOST },
      );
    await run.step({ state: 'reconciling' }, { state: 'reconciling', detail: { reason: WORKER_LOST } });
  }
  try {
    switch (recoveryOf(run.effect, sinceIntent)) {
      case 'repeat':
        return await repeatKeyed(run);
      case 'read_state':
        return await readState(run);
      case 'look':
        return await look(run);
      case 'give_up':
        return await giveUp(run, 'The answer was lost, and this platform cannot be asked whether it happened.', {});
    }
  } catch (thrown) {
    await stillInDoubt(run, asPlatformError(thrown));
  }
}

/** Class A: the same call with the same key returns the first one's result. */
async function repeatKeyed(run: ActionRun): Promise<void> {
  const key = run.job.sendKey as string;
  let published: Published;
  try {
    published = await run.call((session) => run.effect.send(session, run.input, run.job.prepared ?? {}, key));
  } catch (thrown) {
    const error = asPlatformError(thrown, 'unknown');
    if (error.kind !== 'rejected' && error.kind !== 'forbidden' && error.kind !== 'not_found') throw error;
    // The content is judged after the key, so its refusal proves that the first call did nothing either. What is
    // asked before, such as the right to post at all, proves nothing.
    if (error.kind === 'rejected' || run.effect.class === 'repeatable')
      return await run.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
    return await look(run, error);
  }
  await run.finish(
    { status: 'published', published },
    { platform_id: published.platformId, by: 'repeat with the same key' },
  );
}

/** Class B: the prepared material tells whether it was sent. */
async function readState(run: ActionRun): Promise<void> {
  const { effect } = run;
  if (effect.class !== 'B') return;
  const prepared = run.job.prepared ?? {};
  const { state, published } = await run.call((session) => effect.state(session, prepared));
  if (state === 'not_sent') {
    if (run.repeats < REPEATS_MAX) return await sendAgain(run, prepared);
    const error = new PlatformError('unavailable', 'The platform took the call several times and did nothing.');
    return await run.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
  }
  if (state === 'unreadable')
    return await giveUp(run, 'The answer was lost, and with it what the platform could be asked by.', {});
  const verdict = published === undefined ? await verdictOf(run) : undefined;
  const found = published ?? (verdict?.found === 'one' ? verdict.item : undefined);
  if (found !== undefined) return await adopt(run, found, { by: 'state' });
  if (state === 'sent' && verdict?.found === 'several')
    return await adopt(run, nearest(verdict.items, run.intentAt()), {
      by: 'state',
      found: 'several',
    });
  if (state === 'sent') return await waitForId(run);
  if (verdict?.found === 'several') return await giveUp(run, SEVERAL, {});
  await prepareAgain(run);
}

/** Of several items that say the same, the one that was made closest to the intent. */
function nearest(items: readonly Listed[], intentAt: Date): Published {
  const distance = ({ createdAt }: Listed) => Math.abs(createdAt.getTime() - intentAt.getTime());
  return items.reduce((best, item) => (distance(item) < distance(best) ? item : best));
}

/** It was sent, that is proven; its id is not visible yet. */
async function waitForId(run: ActionRun): Promise<void> {
  if (run.secondsSinceIntent() > RECONCILE_SECONDS_MAX)
    return await giveUp(run, 'It was published, but its id could not be found on the account.', {});
  const looks = run.job.looks + 1;
  const wait = Math.max(1, backoff(looks));
  await run.later(
    { state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, looks },
    { step: 'reconciling', reason: 'It was sent; its id is not visible yet.' },
  );
}

/** The prepared material is gone: expired, or forgotten after it was sent. The list decides. */
async function prepareAgain(run: ActionRun): Promise<void> {
  const looks = run.job.looks + 1;
  if (looks < GONE_LOOKS.times) {
    const wait = GONE_LOOKS.everySeconds * run.tools.lookDelayFactor;
    return await run.later(
      { state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, looks },
      { step: 'reconciling', reason: 'The prepared material is gone and what it might have become is not to be seen.' },
    );
  }
  if (run.repeats >= REPEATS_MAX) {
    const error = new PlatformError('unavailable', 'The platform lost the prepared material several times.');
    return await run.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
  }
  run.repeats += 1;
  await run.later(
    { state: 'claimed', afterSeconds: 0, pauseSeconds: 0 },
    { step: 'gone', reason: 'The prepared material is gone and nothing was sent; it is prepared again.' },
  );
}

/**
 * Class C, and A when the key does not help: what the account made since the intent, without what other actions hold.
 * `refusal` is what a repeat would be answered with.
 */
async function look(run: ActionRun, refusal?: PlatformError): Promise<void> {
  const looks = looksOf(run.effect);
  const verdict = await verdictOf(run);
  const detail = { look: run.job.looks + 1, of: looks.length, found: verdict.found };
  if (verdict.found === 'one') return await adopt(run, verdict.item, detail);
  if (verdict.found === 'several') return await giveUp(run, SEVERAL, detail);
  const next = run.job.looks + 1;
  if (next < looks.length) {
    // Class A comes here at once, C after its first delay.
    const passed = run.effect.class === 'C' || run.job.looks > 0 ? run.lookDelay(run.job.looks) : 0;
    const wait = Math.max(0.2, run.lookDelay(next) - passed);
    return await run.later({ state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, looks: next }, detail);
  }
  if (refusal !== undefined)
    return await run.finish({ status: 'failed', failure: toFailure(refusal) }, { ...detail, ...evidence(refusal) });
  if (run.repeats >= BLIND_REPEATS_MAX || (await steps.lostAnswers(run.db, run.job)) > 1)
    return await giveUp(run, 'The answer was lost again and the content was not found on the account.', detail);
  await sendAgain(run, run.job.prepared ?? {});
}

const SEVERAL = 'Several items on the account could be this one.';

/** What was found is ours. */
async function adopt(run: ActionRun, found: Published, detail: Record<string, unknown>): Promise<void> {
  const { platformId, permalink } = found;
  await run.finish(
    { status: 'published', published: { platformId, ...(permalink === undefined ? {} : { permalink }) } },
    { ...detail, platform_id: platformId },
  );
}

/** The truth cannot be found out. */
async function giveUp(run: ActionRun, why: string, detail: Record<string, unknown>): Promise<void> {
  await run.finish({ status: 'unconfirmed', failure: unconfirmed(why) }, detail);
}

async function verdictOf(run: ActionRun) {
  const { effect } = run;
  if (effect.class === 'D' || effect.class === 'repeatable') return judge([], new Set());
  const items = (await itemsSinceIntent(run, effect)).filter((item) => effect.matches(run.input, item));
  return judge(
    items,
    await steps.heldIds(
      run.db,
      run.job,
      items.map((item) => item.platformId),
    ),
  );
}

/**
 * What the account made since the intent, by the platform's own clock where its answers tell it: our clock may be wrong,
 * and what was there before is not ours. After a repeat since the start: what the first call made may show by now.
 */
async function itemsSinceIntent(run: ActionRun, { list }: Listing<unknown>): Promise<readonly Listed[]> {
  const intentMs = (run.job.repeats === 0 ? run.intentAt() : run.job.startedAt).getTime();
  let toldMs = Number.NaN;
  const listen = ({ headers }: PlatformAnswer) => {
    toldMs = Date.parse(headers.date ?? '');
  };
  const ask = (sinceMs: number) =>
    run.call((session) => list(listening(session, listen), run.input, new Date(sinceMs)));
  const items = await ask(intentMs - CLOCK_SLACK_SECONDS * 1000);
  if (Number.isNaN(toldMs)) return items;
  const aheadMs = toldMs - (await steps.now(run.db)).getTime();
  const sinceMs = intentMs + aheadMs - KNOWN_CLOCK_SLACK_SECONDS * 1000;
  const all = sinceMs < intentMs - CLOCK_SLACK_SECONDS * 1000 ? await ask(sinceMs) : items;
  return all.filter(({ createdAt }) => createdAt.getTime() >= sinceMs);
}

/** The question itself could not be asked: ask again later, at most for an hour. */
async function stillInDoubt(run: ActionRun, error: PlatformError): Promise<void> {
  const left = RECONCILE_SECONDS_MAX - run.secondsSinceIntent();
  if (left < 0) return await giveUp(run, `The outcome could not be found out: ${error.message}`, evidence(error));
  const tries = run.tries + 1;
  const asked = error.kind === 'rate_limited' ? (error.facts.retryAfterSeconds ?? 60) : backoff(tries);
  // However long the platform wants to be left alone: the account does not wait for an outcome that is given up.
  const wait = Math.max(1, Math.min(asked, left));
  await run.later(
    {
      state: 'reconciling',
      afterSeconds: wait,
      pauseSeconds: wait,
      isThrottled: error.kind === 'rate_limited',
      tries,
    },
    { step: 'reconciling', ...evidence(error) },
  );
}
