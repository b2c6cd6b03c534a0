import { type Listed, PlatformError, type Published } from '../../core/connector.ts';
import * as actions from './action.repository.ts';
import { type ActionRun, asPlatformError, evidence } from './action-run.ts';
import { systemFailure, toFailure, unconfirmed } from './failure.ts';
import {
  backoff,
  CLOCK_SLACK_SECONDS,
  judge,
  looksOf,
  RECONCILE_SECONDS_MAX,
  REPEATS_MAX,
  recoveryOf,
} from './protocol.ts';
import { sendAgain } from './send.ts';

/** Finds out what became of a call whose answer was lost, by the means that the effect's class has. */
export async function reconcile(run: ActionRun): Promise<void> {
  const sinceIntent = run.secondsSinceIntent();
  if (run.job.state === 'sending') {
    const pause = run.effect.class === 'C' ? Math.max(0, run.lookDelay(0) - sinceIntent) : 0;
    if (pause > 0)
      return await run.later(
        { state: 'reconciling', afterSeconds: pause, pauseSeconds: pause, looks: 0 },
        { step: 'unknown', reason: 'The worker was lost after it had committed the intent.' },
      );
    await run.step({ state: 'reconciling' }, { reason: 'The worker was lost after it had committed the intent.' });
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
        return await run.finish(
          {
            status: 'unconfirmed',
            failure: unconfirmed('The answer was lost, and this platform cannot be asked whether it happened.'),
          },
          {},
        );
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
    // The same call answered with a refusal: it did not happen the first time either.
    if (error.kind === 'rejected' || error.kind === 'forbidden' || error.kind === 'not_found')
      return await run.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
    throw error;
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
  if (state === 'sent') {
    const found = published ?? (await find(run));
    if (found !== undefined)
      return await run.finish(
        {
          status: 'published',
          published: {
            platformId: found.platformId,
            ...(found.permalink === undefined ? {} : { permalink: found.permalink }),
          },
        },
        { platform_id: found.platformId, by: 'state' },
      );
    return await run.later(
      { state: 'reconciling', afterSeconds: 2, pauseSeconds: 2, looks: run.job.looks + 1 },
      { step: 'reconciling', reason: 'It was sent; its id is not visible yet.' },
    );
  }
  const found = await find(run);
  if (found !== undefined)
    return await run.finish({ status: 'published', published: found }, { platform_id: found.platformId, by: 'look' });
  await run.later(
    { state: 'claimed', afterSeconds: 0, pauseSeconds: 0, prepared: null },
    { step: 'gone', reason: 'The prepared material is gone and nothing was sent; it is prepared again.' },
  );
}

/** Class C, and A after its window: what the account made since the intent, without what other actions hold. */
async function look(run: ActionRun): Promise<void> {
  const looks = looksOf(run.effect);
  const verdict = await verdictOf(run);
  const detail = { look: run.job.looks + 1, of: looks.length, found: verdict.found };
  if (verdict.found === 'one') {
    const { platformId, permalink } = verdict.item;
    return await run.finish(
      { status: 'published', published: { platformId, ...(permalink === undefined ? {} : { permalink }) } },
      { ...detail, platform_id: platformId },
    );
  }
  if (verdict.found === 'several')
    return await run.finish(
      { status: 'unconfirmed', failure: unconfirmed('Several items on the account could be this one.') },
      detail,
    );
  const next = run.job.looks + 1;
  if (next < looks.length) {
    const wait = Math.max(0.2, run.lookDelay(next) - run.secondsSinceIntent());
    return await run.later({ state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, looks: next }, detail);
  }
  if (run.repeats > 0)
    return await run.finish(
      {
        status: 'unconfirmed',
        failure: unconfirmed('The answer was lost twice and the content was not found on the account.'),
      },
      detail,
    );
  await sendAgain(run, run.job.prepared ?? {});
}

async function find(run: ActionRun): Promise<Listed | undefined> {
  const verdict = await verdictOf(run);
  return verdict.found === 'one' ? verdict.item : undefined;
}

async function verdictOf(run: ActionRun) {
  const { effect } = run;
  if (effect.class === 'D' || effect.class === 'repeatable') return judge([], new Set());
  const since = new Date((run.job.intentAt ?? run.job.startedAt).getTime() - CLOCK_SLACK_SECONDS * 1000);
  const items = (await run.call((session) => effect.list(session, run.input, since))).filter((item) =>
    effect.matches(run.input, item),
  );
  return judge(
    items,
    await actions.heldIds(
      run.db,
      run.job,
      items.map((item) => item.platformId),
    ),
  );
}

/** The question itself could not be asked: ask again later, at most for an hour. */
async function stillInDoubt(run: ActionRun, error: PlatformError): Promise<void> {
  if (run.secondsSinceIntent() > RECONCILE_SECONDS_MAX) {
    return await run.finish(
      { status: 'unconfirmed', failure: unconfirmed(`The outcome could not be found out: ${error.message}`) },
      evidence(error),
    );
  }
  const tries = run.job.tries + 1;
  const wait = error.kind === 'rate_limited' ? Math.max(1, error.facts.retryAfterSeconds ?? 60) : backoff(tries);
  await run.later(
    { state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, tries },
    { step: 'reconciling', ...evidence(error) },
  );
}

/** The row keeps killing its workers. */
export async function bury(run: ActionRun): Promise<void> {
  const inDoubt = run.job.state === 'sending' || run.job.state === 'reconciling';
  const message = 'The work on this ended unexpectedly again and again and was stopped.';
  const detail = { pickups: run.job.pickups };
  if (inDoubt) return await run.finish({ status: 'unconfirmed', failure: unconfirmed(message) }, detail);
  await run.finish(
    {
      status: 'failed',
      failure: systemFailure('internal_error', message, 'Retry; if it happens again, report it with the post id.'),
    },
    detail,
  );
}
