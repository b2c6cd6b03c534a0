import { randomBytes } from 'node:crypto';
import type { Published } from '../core/effect.ts';
import { DUPLICATE, PlatformError } from '../core/platform-error.ts';
import type { PlatformResponse, Session } from '../core/session.ts';
import { compact } from '../lib/compact.ts';
import { asSentence } from '../lib/sentence.ts';
import type { Failure } from './action.ts';
import { type ActionRun, asPlatformError, evidence } from './action-run.ts';
import { systemFailure, toFailure, unconfirmed } from './failure.ts';
import {
  backoff,
  JOURNAL_RETRY_SECONDS,
  PAUSE_SECONDS_MAX,
  PROCESSING_SECONDS_MAX,
  RETRY_DELAYS_SECONDS,
  THROTTLE_SECONDS_DEFAULT,
  THROTTLE_WAIT_SECONDS_MAX,
} from './retry-times.ts';
import type { JournalLine } from './step.repository.ts';

/** Prepares, waits until the material is ready, and sends. Nothing has been sent in this attempt yet. */
export async function prepareAndSend(
  run: ActionRun,
  state: 'claimed' | 'prepared',
  material: Record<string, unknown>,
): Promise<void> {
  let reached = state;
  let prepared = material;
  let pending: readonly JournalLine[] = [];
  const commitPrepared = async () => {
    await run.step({ state: 'prepared', prepared }, ...pending);
    pending = [];
    reached = 'prepared';
  };
  try {
    if (reached === 'claimed') {
      prepared = {
        ...(await run.call('prepare', (session) => run.effect.prepare?.(session, run.input) ?? Promise.resolve({}))),
      };
      const { secret: _, ...shown } = prepared;
      pending = [{ state: 'prepared', detail: { prepared: shown } }];
      // Material that took no call can be made again, so it is committed together with the intent.
      if (run.hasCalled) await commitPrepared();
    }
    const readiness = await run.call(
      'ready',
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
    return await handleNotSent(run, asNotSent(asPlatformError(error)), reached);
  }
  // Outside of the `try`: once the call has left, no fault proves that nothing was sent.
  await sendOnce(run, prepared, run.job.sendKey ?? randomBytes(16).toString('hex'), pending);
}

/** Commits the intent, with the lines before it, then makes the one call that has the effect. */
async function sendOnce(
  run: ActionRun,
  prepared: Record<string, unknown>,
  key: string,
  before: readonly JournalLine[] = [],
): Promise<void> {
  const material = before.length === 0 ? {} : { prepared };
  const intent = { state: 'sending', detail: { key, class: run.effect.class } };
  await run.step(
    { state: 'sending', ...material, sendKey: key, isIntent: true, resendCount: run.resendCount },
    ...before,
    intent,
  );
  if (!(await isNoted(run))) return;
  let published: Published;
  let last: PlatformResponse | undefined;
  try {
    published = await run.call('send', (session) =>
      run.effect.send(
        observing(session, (response) => (last = response)),
        run.input,
        prepared,
        key,
      ),
    );
  } catch (thrown) {
    const error = asPlatformError(thrown, 'unknown');
    if (error.kind !== 'unknown') return await handleNotSent(run, error, 'prepared');
    if (error.facts.platformCode === DUPLICATE && run.resendCount === 0)
      return await handleNotSent(run, new PlatformError('rejected', error.message, error.facts), 'prepared');
    return await handleLostResponse(run, prepared, error);
  }
  const pauseSeconds = last === undefined ? undefined : run.pacing?.pauseAfter?.(last, run.session.now());
  await run.settle({ status: 'published', published }, { platform_id: published.platformId }, pauseSeconds);
}

/** Notes the intent outside the database. Where that fails, the action waits, because nothing was sent. */
async function isNoted(run: ActionRun): Promise<boolean> {
  try {
    await run.tools.intents.note(run.job);
    return true;
  } catch {
    const reason = 'The journal of intents could not be written, so nothing was sent.';
    const wait = { afterSeconds: JOURNAL_RETRY_SECONDS, pauseSeconds: JOURNAL_RETRY_SECONDS };
    await run.postpone({ state: 'prepared', ...wait }, { step: 'not_sent', reason });
    return false;
  }
}

/** Sends once more under a new intent, after it was found that nothing was sent. */
export async function resend(run: ActionRun, prepared: Record<string, unknown>): Promise<void> {
  run.resendCount += 1;
  // The retries belonged to the call before.
  run.retryCount = 0;
  await sendOnce(run, prepared, randomBytes(16).toString('hex'));
}

/** Throws PlatformError `rate_limited` when the platform says beforehand that it takes no more posts. Other faults count as allowance. */
async function assertAllowance(run: ActionRun): Promise<void> {
  const ask = run.pacing?.allowance;
  if (ask === undefined) return;
  const allowance = await run.call('allowance', ask).catch((error: unknown) => {
    if (error instanceof PlatformError && error.kind !== 'auth_expired') return undefined;
    throw error;
  });
  if (allowance === undefined || allowance.remaining > 0) return;
  throw new PlatformError('rate_limited', 'The platform takes no more posts of this account for now.', {
    retryAfterSeconds: allowance.retryAfterSeconds,
  });
}

/** The response of `send` was lost, so its outcome is in doubt. */
async function handleLostResponse(
  run: ActionRun,
  prepared: Record<string, unknown>,
  error: PlatformError,
): Promise<void> {
  if (run.effect.class === 'D')
    return await run.settle(
      {
        status: 'unconfirmed',
        failure: unconfirmed(`${asSentence(error.message)} This platform cannot be asked whether it happened.`),
      },
      evidence(error),
    );
  const firstSeconds = run.effect.class === 'C' ? run.lookupDelay(0) : backoff(run.resendCount);
  const { learned } = error.facts;
  await run.postpone(
    {
      state: 'reconciling',
      afterSeconds: firstSeconds,
      pauseSeconds: firstSeconds,
      lookupCount: 0,
      ...(learned === undefined ? {} : { prepared: { ...prepared, ...learned } }),
    },
    compact({ step: 'unknown', ...evidence(error), learned }),
  );
}

/** An error that proves that nothing was sent in this attempt: wait, retry or fail. */
async function handleNotSent(run: ActionRun, error: PlatformError, state: 'claimed' | 'prepared'): Promise<void> {
  const wait = error.facts.retryAfterSeconds;
  if (error.kind === 'rate_limited') {
    const seconds = Math.max(1, wait ?? THROTTLE_SECONDS_DEFAULT);
    if (error.facts.wholeApp === true)
      await run.tools.pauseApp(run.job.platform, run.session.app.clientId, Math.min(seconds, PAUSE_SECONDS_MAX));
    if (run.action.onThrottle === 'wait' && run.secondsSinceStart() + seconds <= THROTTLE_WAIT_SECONDS_MAX) {
      return await run.postpone(
        { state, afterSeconds: seconds, pauseSeconds: seconds, isThrottled: true },
        { step: 'throttled', retry_after_seconds: seconds, ...evidence(error) },
      );
    }
    return await run.settle({ status: 'failed', failure: toFailure(error) }, evidence(error), seconds);
  }
  if (error.kind === 'unavailable') {
    const delay = RETRY_DELAYS_SECONDS[run.retryCount];
    if (delay !== undefined)
      return await run.postpone(
        { state, afterSeconds: wait ?? delay, pauseSeconds: 0, retryCount: run.retryCount + 1 },
        { step: 'not_sent', ...evidence(error) },
      );
  }
  await run.settle({ status: 'failed', failure: toFailure(error) }, evidence(error));
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
    return await run.settle({ status: 'failed', failure }, {});
  }
  await run.postpone(
    { state: 'prepared', afterSeconds: checkAfterSeconds, pauseSeconds: 0 },
    { step: 'not_ready', check_after_seconds: checkAfterSeconds },
  );
}

/** A session that reports every response. */
export function observing(session: Session, onResponse: (response: PlatformResponse) => void): Session {
  const send: Session['http']['send'] = async (request) => {
    const response = await session.http.send(request);
    onResponse(response);
    return response;
  };
  return { ...session, http: { send } };
}

/** A response lost before the intent leaves nothing in doubt, because the step can be done again. */
function asNotSent(error: PlatformError): PlatformError {
  return error.kind === 'unknown' ? new PlatformError('unavailable', error.message, error.facts) : error;
}
