import { randomBytes } from 'node:crypto';
import type { Published } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session } from '../../core/session.ts';
import { asSentence } from '../../lib/sentence.ts';
import type { Failure } from './action.ts';
import { type ActionRun, asPlatformError, evidence } from './action-run.ts';
import { systemFailure, toFailure, unconfirmed } from './failure.ts';
import {
  backoff,
  PAUSE_SECONDS_MAX,
  PROCESSING_SECONDS_MAX,
  THROTTLE_WAIT_SECONDS_MAX,
  TRY_AFTER_SECONDS,
} from './protocol.ts';
import type { Line } from './step.repository.ts';

/** Prepare, wait until ready, send. Nothing has been sent in this attempt yet. */
export async function fromStart(
  run: ActionRun,
  state: 'claimed' | 'prepared',
  material: Record<string, unknown>,
): Promise<void> {
  let reached = state;
  let prepared = material;
  let pending: readonly Line[] = [];
  const commitPrepared = async () => {
    await run.step({ state: 'prepared', prepared }, ...pending);
    pending = [];
    reached = 'prepared';
  };
  try {
    if (reached === 'claimed') {
      prepared = {
        ...(await run.call((session) => run.effect.prepare?.(session, run.input) ?? Promise.resolve({}))),
      };
      const { secret: _, ...shown } = prepared;
      pending = [{ state: 'prepared', detail: { prepared: shown } }];
      // Without a call nothing is lost with it: it is committed together with the intent.
      if (run.hasCalled) await commitPrepared();
    }
    const readiness = await run.call(
      (session) => run.effect.ready?.(session, prepared) ?? Promise.resolve({ state: 'ready' as const }),
    );
    if (readiness.state === 'failed') {
      reached = 'claimed';
      throw readiness.error;
    }
    if (readiness.state === 'not_ready') {
      if (pending.length > 0) await commitPrepared();
      return await waitForProcessing(run, readiness.checkAfterSeconds);
    }
    await assertAllowance(run);
  } catch (error) {
    return await refused(run, asHarmless(asPlatformError(error)), reached);
  }
  // Outside of the above: once the call is out, no fault may count as a refusal.
  await sendOnce(run, prepared, run.job.sendKey ?? randomBytes(16).toString('hex'), pending);
}

/** Commits the intent, with what waits to be committed before it, then makes the one call that has the effect. */
export async function sendOnce(
  run: ActionRun,
  prepared: Record<string, unknown>,
  key: string,
  before: readonly Line[] = [],
): Promise<void> {
  const material = before.length === 0 ? {} : { prepared };
  const intent = { state: 'sending', detail: { key, class: run.effect.class } };
  await run.step(
    { state: 'sending', ...material, sendKey: key, isIntent: true, repeats: run.repeats },
    ...before,
    intent,
  );
  let published: Published;
  let last: PlatformAnswer | undefined;
  try {
    published = await run.call((session) =>
      run.effect.send(
        listening(session, (answer) => (last = answer)),
        run.input,
        prepared,
        key,
      ),
    );
  } catch (thrown) {
    const error = asPlatformError(thrown, 'unknown');
    if (error.kind !== 'unknown') return await refused(run, error, 'prepared');
    if (error.facts.platformCode === 'duplicate' && run.repeats === 0)
      return await refused(run, new PlatformError('rejected', error.message, error.facts), 'prepared');
    return await doubt(run, prepared, error);
  }
  const pauseSeconds = last === undefined ? undefined : run.pacing?.pauseAfter?.(last, run.session.now());
  await run.finish({ status: 'published', published }, { platform_id: published.platformId }, pauseSeconds);
}

/** Nothing was sent, that is proven: the effect may be sent once more under a new intent. */
export async function sendAgain(run: ActionRun, prepared: Record<string, unknown>): Promise<void> {
  run.repeats += 1;
  // Those were questions about the call before.
  run.tries = 0;
  await sendOnce(run, prepared, randomBytes(16).toString('hex'));
}

/** Asks the platform, where it can be asked, before a publication that it would refuse. Without an answer it decides then. */
async function assertAllowance(run: ActionRun): Promise<void> {
  const ask = run.pacing?.allowance;
  if (ask === undefined) return;
  const allowance = await run.call(ask).catch((error: unknown) => {
    if (error instanceof PlatformError && error.kind !== 'auth_expired') return undefined;
    throw error;
  });
  if (allowance === undefined || allowance.remaining > 0) return;
  throw new PlatformError('rate_limited', 'The platform takes no more posts of this account for now.', {
    retryAfterSeconds: allowance.retryAfterSeconds,
  });
}

/** The answer of `send` was lost. */
async function doubt(run: ActionRun, prepared: Record<string, unknown>, error: PlatformError): Promise<void> {
  if (run.effect.class === 'D')
    return await run.finish(
      {
        status: 'unconfirmed',
        failure: unconfirmed(`${asSentence(error.message)} This platform cannot be asked whether it happened.`),
      },
      evidence(error),
    );
  const firstSeconds = run.effect.class === 'C' ? run.lookDelay(0) : backoff(run.repeats);
  const { learned } = error.facts;
  await run.later(
    {
      state: 'reconciling',
      afterSeconds: firstSeconds,
      pauseSeconds: firstSeconds,
      looks: 0,
      ...(learned === undefined ? {} : { prepared: { ...prepared, ...learned } }),
    },
    { step: 'unknown', ...evidence(error), ...(learned === undefined ? {} : { learned }) },
  );
}

/** A refusal that proves that nothing happened in this attempt. */
async function refused(run: ActionRun, error: PlatformError, state: 'claimed' | 'prepared'): Promise<void> {
  const wait = error.facts.retryAfterSeconds;
  if (error.kind === 'rate_limited') {
    const seconds = Math.max(1, wait ?? 60);
    if (error.facts.wholeApp === true)
      await run.tools.pauseApp(run.job.platform, run.session.app.clientId, Math.min(seconds, PAUSE_SECONDS_MAX));
    if (run.kind.onThrottle === 'wait' && run.secondsSinceStart() + seconds <= THROTTLE_WAIT_SECONDS_MAX) {
      return await run.later(
        { state, afterSeconds: seconds, pauseSeconds: seconds, isThrottled: true },
        { step: 'throttled', retry_after_seconds: seconds, ...evidence(error) },
      );
    }
    return await run.finish({ status: 'failed', failure: toFailure(error) }, evidence(error), seconds);
  }
  if (error.kind === 'unavailable') {
    const nextTry = TRY_AFTER_SECONDS[run.tries];
    if (nextTry !== undefined)
      return await run.later(
        { state, afterSeconds: wait ?? nextTry, pauseSeconds: 0, tries: run.tries + 1 },
        { step: 'not_sent', ...evidence(error) },
      );
  }
  await run.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
}

async function waitForProcessing(run: ActionRun, checkAfterSeconds: number): Promise<void> {
  if (run.secondsSinceStart() > PROCESSING_SECONDS_MAX) {
    const failure: Failure = {
      ...systemFailure(
        'platform_timeout',
        'The platform did not finish processing the media in time.',
        'Retry; if it happens again, use a smaller file.',
      ),
      category: 'platform',
      caused_by: 'platform',
    };
    return await run.finish({ status: 'failed', failure }, {});
  }
  await run.later(
    { state: 'prepared', afterSeconds: checkAfterSeconds, pauseSeconds: 0 },
    { step: 'not_ready', check_after_seconds: checkAfterSeconds },
  );
}

/** A session whose answers are heard. */
export function listening(session: Session, onAnswer: (answer: PlatformAnswer) => void): Session {
  const send: Session['http']['send'] = async (request) => {
    const answer = await session.http.send(request);
    onAnswer(answer);
    return answer;
  };
  return { ...session, http: { send } };
}

/** A lost answer before the intent leaves nothing in doubt: the step is simply done again. */
function asHarmless(error: PlatformError): PlatformError {
  return error.kind === 'unknown' ? new PlatformError('unavailable', error.message, error.facts) : error;
}
