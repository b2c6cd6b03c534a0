import { randomBytes } from 'node:crypto';
import {
  type Effect,
  type Listed,
  type Pacing,
  type PlatformAnswer,
  PlatformError,
  type Published,
  type RepeatableEffect,
  type Session,
} from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import type { Lease } from '../../core/lane.ts';
import type { Platform } from '../../core/platforms.ts';
import type { TenantDatabase } from '../../db/database.ts';
import * as actions from './action.repository.ts';
import type { ActionKind, Failure, Job, Outcome } from './action.ts';
import { systemFailure, toFailure, unconfirmed } from './failure.ts';
import {
  CLOCK_SLACK_SECONDS,
  judge,
  looksOf,
  PAUSE_SECONDS_MAX,
  PICKUPS_MAX,
  PROCESSING_SECONDS_MAX,
  RECONCILE_SECONDS_MAX,
  REPEAT_AFTER_SECONDS,
  REPEATS_MAX,
  recoveryOf,
  THROTTLE_WAIT_SECONDS_MAX,
  TRY_AFTER_SECONDS,
} from './protocol.ts';

export interface ActionTools {
  readonly kinds: Readonly<Record<string, ActionKind>>;
  readonly connectors: Context['connectors'];
  readonly tenantDatabase: (tenantId: string) => TenantDatabase;
  readonly openSession: (job: Job, lease: Lease) => Promise<Session>;
  /** New tokens for the account; throws PlatformError when there are none to be had. */
  readonly refresh: (job: Job, session: Session) => Promise<Session>;
  /** Pauses every account of a platform app. */
  readonly pauseApp: (platform: string, appId: string, seconds: number) => Promise<void>;
  readonly lookDelayFactor: number;
}

/** The lease went to another worker: stop at once and write nothing. */
class LeaseLost extends Error {}

/**
 * One pick-up of an action: intent before effect, evidence after, reconcile when in doubt. Each step is committed
 * before the next; whatever process dies wherever, the next pick-up continues from the committed state.
 */
export async function runAction(tools: ActionTools, job: Job, lease: Lease): Promise<void> {
  try {
    const run = await open(tools, job, lease);
    if (run === undefined) return;
    if (job.pickups > PICKUPS_MAX) return await run.bury();
    if (job.state === 'claimed' || job.state === 'prepared') await run.fromStart(job.state, job.prepared ?? {});
    else await run.reconcile();
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

async function open(tools: ActionTools, job: Job, lease: Lease) {
  const db = tools.tenantDatabase(job.tenantId);
  const kind = tools.kinds[job.kind];
  const connector = tools.connectors[job.platform as Platform];
  const effect = connector === undefined ? undefined : kind?.effect(connector);
  if (kind === undefined || effect === undefined) {
    await end(
      tools,
      db,
      kind,
      job,
      {
        status: 'failed',
        failure: systemFailure('not_supported', `${job.platform} cannot do this.`, 'Choose another platform.'),
      },
      {},
    );
    return undefined;
  }
  const inDoubt = job.state === 'sending' || job.state === 'reconciling';
  if (!inDoubt && (!job.account.isConnected || job.account.status !== 'active')) {
    const message = job.account.isConnected
      ? 'The account must be reconnected before it can publish.'
      : 'The account is not connected any more.';
    const failure: Failure = {
      code: 'reconnection_required',
      message,
      category: 'auth',
      caused_by: 'user',
      retryable: true,
      remedy: 'Reconnect the account, then retry.',
    };
    await end(tools, db, kind, job, { status: 'failed', failure }, {});
    return undefined;
  }
  if (!job.account.isConnected) {
    await end(
      tools,
      db,
      kind,
      job,
      { status: 'unconfirmed', failure: unconfirmed('The account was disconnected before the outcome was known.') },
      {},
    );
    return undefined;
  }
  const input = await kind.load(db, job);
  return new Run(tools, db, kind, effect, connector?.pacing, input, await tools.openSession(job, lease), job, lease);
}

class Run {
  readonly tools: ActionTools;
  readonly db: TenantDatabase;
  readonly kind: ActionKind;
  // biome-ignore lint/suspicious/noExplicitAny: the kind loads the input that its effect takes.
  readonly effect: Effect<any> | RepeatableEffect<any>;
  /** Only publications are paced. */
  readonly pacing: Pacing | undefined;
  readonly input: unknown;
  readonly job: Job;
  readonly lease: Lease;
  session: Session;
  isRefreshed = false;
  repeats: number;

  constructor(
    tools: ActionTools,
    db: TenantDatabase,
    kind: ActionKind,
    effect: Effect<unknown> | RepeatableEffect<unknown>,
    pacing: Pacing | undefined,
    input: unknown,
    session: Session,
    job: Job,
    lease: Lease,
  ) {
    this.tools = tools;
    this.db = db;
    this.kind = kind;
    this.effect = effect;
    this.pacing = job.kind === 'publish' || job.kind === 'segment' ? pacing : undefined;
    this.input = input;
    this.session = session;
    this.job = job;
    this.lease = lease;
    this.repeats = job.repeats;
  }

  /** Prepare, wait until ready, send. Nothing has been sent in this attempt yet. */
  async fromStart(state: 'claimed' | 'prepared', material: Record<string, unknown>): Promise<void> {
    let reached = state;
    try {
      let prepared = material;
      if (reached === 'claimed') {
        prepared = {
          ...(await this.call((session) => this.effect.prepare?.(session, this.input) ?? Promise.resolve({}))),
        };
        await this.step({ state: 'prepared', prepared }, { prepared });
        reached = 'prepared';
      }
      const readiness = await this.call(
        (session) => this.effect.ready?.(session, prepared) ?? Promise.resolve({ state: 'ready' as const }),
      );
      if (readiness.state === 'failed') {
        reached = 'claimed';
        throw readiness.error;
      }
      if (readiness.state === 'not_ready') return await this.waitForProcessing(readiness.checkAfterSeconds);
      await this.assertAllowance();
      await this.sendOnce(prepared, this.job.sendKey ?? randomBytes(16).toString('hex'));
    } catch (error) {
      await this.refused(asHarmless(asPlatformError(error)), reached);
    }
  }

  /** Commits the intent, then makes the one call that has the effect. */
  async sendOnce(prepared: Record<string, unknown>, key: string): Promise<void> {
    await this.step(
      { state: 'sending', sendKey: key, isIntent: true, repeats: this.repeats },
      { key, class: this.effect.class },
    );
    let published: Published;
    let last: PlatformAnswer | undefined;
    try {
      published = await this.call((session) =>
        this.effect.send(
          listening(session, (answer) => (last = answer)),
          this.input,
          prepared,
          key,
        ),
      );
    } catch (thrown) {
      const error = asPlatformError(thrown, 'unknown');
      if (error.kind !== 'unknown') return await this.refused(error, 'prepared');
      if (error.facts.platformCode === 'duplicate' && this.repeats === 0)
        return await this.refused(new PlatformError('rejected', error.message, error.facts), 'prepared');
      return await this.doubt(error);
    }
    await this.finish({ status: 'published', published }, { platform_id: published.platformId });
    const pause = last === undefined ? undefined : this.pacing?.pauseAfter?.(last, this.session.now());
    if (pause !== undefined && pause > 0)
      await actions.pauseAccount(this.db, this.job, Math.min(pause, PAUSE_SECONDS_MAX));
  }

  /** Asks the platform, where it can be asked, before a publication that it would refuse. */
  async assertAllowance(): Promise<void> {
    const allowance = await this.call((session) => this.pacing?.allowance?.(session) ?? Promise.resolve(undefined));
    if (allowance === undefined || allowance.remaining > 0) return;
    throw new PlatformError('rate_limited', 'The platform takes no more posts of this account for now.', {
      retryAfterSeconds: allowance.retryAfterSeconds,
    });
  }

  /** The answer of `send` was lost. */
  async doubt(error: PlatformError): Promise<void> {
    if (this.effect.class === 'D')
      return await this.finish(
        {
          status: 'unconfirmed',
          failure: unconfirmed(`${error.message} This platform cannot be asked whether it happened.`),
        },
        evidence(error),
      );
    const firstSeconds = this.effect.class === 'C' ? this.lookDelay(0) : backoff(this.repeats);
    await this.later(
      { state: 'reconciling', afterSeconds: firstSeconds, pauseSeconds: firstSeconds, looks: 0 },
      { step: 'unknown', ...evidence(error) },
    );
  }

  /** Finds out what became of a call whose answer was lost, by the means that the effect's class has. */
  async reconcile(): Promise<void> {
    const sinceIntent = this.secondsSinceIntent();
    if (this.job.state === 'sending') {
      const pause = this.effect.class === 'C' ? Math.max(0, this.lookDelay(0) - sinceIntent) : 0;
      if (pause > 0)
        return await this.later(
          { state: 'reconciling', afterSeconds: pause, pauseSeconds: pause, looks: 0 },
          { step: 'unknown', reason: 'The worker was lost after it had committed the intent.' },
        );
      await this.step({ state: 'reconciling' }, { reason: 'The worker was lost after it had committed the intent.' });
    }
    try {
      switch (recoveryOf(this.effect, sinceIntent)) {
        case 'repeat':
          return await this.repeatKeyed();
        case 'read_state':
          return await this.readState();
        case 'look':
          return await this.look();
        case 'give_up':
          return await this.finish(
            {
              status: 'unconfirmed',
              failure: unconfirmed('The answer was lost, and this platform cannot be asked whether it happened.'),
            },
            {},
          );
      }
    } catch (thrown) {
      await this.stillInDoubt(asPlatformError(thrown));
    }
  }

  /** Class A: the same call with the same key returns the first one's result. */
  async repeatKeyed(): Promise<void> {
    const key = this.job.sendKey as string;
    let published: Published;
    try {
      published = await this.call((session) => this.effect.send(session, this.input, this.job.prepared ?? {}, key));
    } catch (thrown) {
      const error = asPlatformError(thrown, 'unknown');
      // The same call answered with a refusal: it did not happen the first time either.
      if (error.kind === 'rejected' || error.kind === 'forbidden' || error.kind === 'not_found')
        return await this.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
      throw error;
    }
    await this.finish(
      { status: 'published', published },
      { platform_id: published.platformId, by: 'repeat with the same key' },
    );
  }

  /** Class B: the prepared material tells whether it was sent. */
  async readState(): Promise<void> {
    const { effect } = this;
    if (effect.class !== 'B') return;
    const prepared = this.job.prepared ?? {};
    const { state, published } = await this.call((session) => effect.state(session, prepared));
    if (state === 'not_sent') {
      if (this.repeats < REPEATS_MAX) return await this.sendAgain(prepared);
      const error = new PlatformError('unavailable', 'The platform took the call several times and did nothing.');
      return await this.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
    }
    if (state === 'sent') {
      const found = published ?? (await this.find());
      if (found !== undefined)
        return await this.finish(
          {
            status: 'published',
            published: {
              platformId: found.platformId,
              ...(found.permalink === undefined ? {} : { permalink: found.permalink }),
            },
          },
          { platform_id: found.platformId, by: 'state' },
        );
      return await this.later(
        { state: 'reconciling', afterSeconds: 2, pauseSeconds: 2, looks: this.job.looks + 1 },
        { step: 'reconciling', reason: 'It was sent; its id is not visible yet.' },
      );
    }
    const found = await this.find();
    if (found !== undefined)
      return await this.finish(
        { status: 'published', published: found },
        { platform_id: found.platformId, by: 'look' },
      );
    await this.later(
      { state: 'claimed', afterSeconds: 0, pauseSeconds: 0, prepared: null },
      { step: 'gone', reason: 'The prepared material is gone and nothing was sent; it is prepared again.' },
    );
  }

  /** Class C, and A after its window: what the account made since the intent, without what other actions hold. */
  async look(): Promise<void> {
    const looks = looksOf(this.effect);
    const verdict = await this.verdict();
    const detail = { look: this.job.looks + 1, of: looks.length, found: verdict.found };
    if (verdict.found === 'one') {
      const { platformId, permalink } = verdict.item;
      return await this.finish(
        { status: 'published', published: { platformId, ...(permalink === undefined ? {} : { permalink }) } },
        { ...detail, platform_id: platformId },
      );
    }
    if (verdict.found === 'several')
      return await this.finish(
        { status: 'unconfirmed', failure: unconfirmed('Several items on the account could be this one.') },
        detail,
      );
    const next = this.job.looks + 1;
    if (next < looks.length) {
      const wait = Math.max(0.2, this.lookDelay(next) - this.secondsSinceIntent());
      return await this.later({ state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, looks: next }, detail);
    }
    if (this.repeats > 0)
      return await this.finish(
        {
          status: 'unconfirmed',
          failure: unconfirmed('The answer was lost twice and the content was not found on the account.'),
        },
        detail,
      );
    await this.sendAgain(this.job.prepared ?? {});
  }

  /** Nothing was sent, that is proven: the effect may be sent once more under a new intent. */
  async sendAgain(prepared: Record<string, unknown>): Promise<void> {
    this.repeats += 1;
    await this.sendOnce(prepared, randomBytes(16).toString('hex'));
  }

  async find(): Promise<Listed | undefined> {
    const verdict = await this.verdict();
    return verdict.found === 'one' ? verdict.item : undefined;
  }

  async verdict() {
    const { effect } = this;
    if (effect.class === 'D' || effect.class === 'repeatable') return judge([], new Set());
    const since = new Date((this.job.intentAt ?? this.job.startedAt).getTime() - CLOCK_SLACK_SECONDS * 1000);
    const items = (await this.call((session) => effect.list(session, this.input, since))).filter((item) =>
      effect.matches(this.input, item),
    );
    return judge(
      items,
      await actions.heldIds(
        this.db,
        this.job,
        items.map((item) => item.platformId),
      ),
    );
  }

  /** A refusal that proves that nothing happened in this attempt. */
  async refused(error: PlatformError, state: 'claimed' | 'prepared'): Promise<void> {
    const wait = error.facts.retryAfterSeconds;
    if (error.kind === 'rate_limited') {
      const seconds = Math.max(1, wait ?? 60);
      if (error.facts.wholeApp === true)
        await this.tools.pauseApp(this.job.platform, this.session.app.clientId, Math.min(seconds, PAUSE_SECONDS_MAX));
      const waited = (Date.now() - this.job.startedAt.getTime()) / 1000;
      if (this.kind.onThrottle === 'wait' && waited + seconds <= THROTTLE_WAIT_SECONDS_MAX) {
        return await this.later(
          { state, afterSeconds: seconds, pauseSeconds: seconds },
          { step: 'throttled', retry_after_seconds: seconds, ...evidence(error) },
        );
      }
      await this.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
      return await actions.pauseAccount(this.db, this.job, Math.min(seconds, PAUSE_SECONDS_MAX));
    }
    if (error.kind === 'unavailable') {
      const nextTry = TRY_AFTER_SECONDS[this.job.tries];
      if (nextTry !== undefined)
        return await this.later(
          { state, afterSeconds: wait ?? nextTry, pauseSeconds: 0, tries: this.job.tries + 1 },
          { step: 'not_sent', ...evidence(error) },
        );
    }
    await this.finish({ status: 'failed', failure: toFailure(error) }, evidence(error));
  }

  /** The question itself could not be asked: ask again later, at most for an hour. */
  async stillInDoubt(error: PlatformError): Promise<void> {
    if (this.secondsSinceIntent() > RECONCILE_SECONDS_MAX) {
      return await this.finish(
        { status: 'unconfirmed', failure: unconfirmed(`The outcome could not be found out: ${error.message}`) },
        evidence(error),
      );
    }
    const tries = this.job.tries + 1;
    const wait = error.kind === 'rate_limited' ? Math.max(1, error.facts.retryAfterSeconds ?? 60) : backoff(tries);
    await this.later(
      { state: 'reconciling', afterSeconds: wait, pauseSeconds: wait, tries },
      { step: 'reconciling', ...evidence(error) },
    );
  }

  async waitForProcessing(checkAfterSeconds: number): Promise<void> {
    if ((Date.now() - this.job.startedAt.getTime()) / 1000 > PROCESSING_SECONDS_MAX) {
      const failure: Failure = {
        ...systemFailure(
          'platform_timeout',
          'The platform did not finish processing the media in time.',
          'Retry; if it happens again, use a smaller file.',
        ),
        category: 'platform',
        caused_by: 'platform',
      };
      return await this.finish({ status: 'failed', failure }, {});
    }
    await this.later(
      { state: 'prepared', afterSeconds: checkAfterSeconds, pauseSeconds: 0 },
      { step: 'not_ready', check_after_seconds: checkAfterSeconds },
    );
  }

  /** The row keeps killing its workers. */
  async bury(): Promise<void> {
    const inDoubt = this.job.state === 'sending' || this.job.state === 'reconciling';
    const message = 'The work on this ended unexpectedly again and again and was stopped.';
    const detail = { pickups: this.job.pickups };
    if (inDoubt) return await this.finish({ status: 'unconfirmed', failure: unconfirmed(message) }, detail);
    await this.finish(
      {
        status: 'failed',
        failure: systemFailure('internal_error', message, 'Retry; if it happens again, report it with the post id.'),
      },
      detail,
    );
  }

  /** A platform call; an expired token is refreshed once and the call made again, for it had no effect. */
  async call<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await work(this.session);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'auth_expired' || this.isRefreshed) throw error;
      this.isRefreshed = true;
      this.session = await this.tools.refresh(this.job, this.session);
      return await work(this.session);
    }
  }

  async step(progress: actions.Progress, detail: Record<string, unknown>): Promise<void> {
    if (this.lease.signal.aborted || !(await actions.advance(this.db, this.job, progress, detail)))
      throw new LeaseLost();
  }

  async later(postponement: actions.Postponement, detail: Record<string, unknown>): Promise<void> {
    const held = await this.db.transaction((tx) =>
      // Material that must be made anew is forgotten; what was uploaded with it expires on the platform.
      actions.postpone(
        tx,
        this.job,
        { repeats: this.repeats, ...(postponement.state === 'claimed' ? { prepared: null } : {}), ...postponement },
        detail,
      ),
    );
    if (!held) throw new LeaseLost();
  }

  async finish(outcome: Outcome, detail: Record<string, unknown>): Promise<void> {
    await end(this.tools, this.db, this.kind, this.job, outcome, detail);
  }

  lookDelay(look: number): number {
    return (looksOf(this.effect)[look] ?? 0) * this.tools.lookDelayFactor;
  }

  secondsSinceIntent(): number {
    return (Date.now() - (this.job.intentAt ?? this.job.startedAt).getTime()) / 1000;
  }
}

/** Settles the action with everything that follows from it, in one transaction. */
async function end(
  tools: ActionTools,
  db: TenantDatabase,
  kind: ActionKind | undefined,
  job: Job,
  outcome: Outcome,
  detail: Record<string, unknown>,
): Promise<void> {
  const held = await db.transaction(async (tx) => {
    await kind?.lock?.(tx, job);
    if (!(await actions.settle(tx, job, outcome, detail))) return false;
    await kind?.settled(tx, job, outcome, tools.connectors[job.platform as Platform]);
    return true;
  });
  if (!held) throw new LeaseLost();
}

function asPlatformError(error: unknown, fallback: 'unavailable' | 'unknown' = 'unavailable'): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof LeaseLost) throw error;
  // A fault of ours or of the database is not an answer of the platform: the lease runs out and the row is picked up again.
  if (error instanceof Error && (error.name === 'ApiError' || 'severity' in error)) throw error;
  return new PlatformError(fallback, `An unexpected fault: ${(error as Error).message}`);
}

/** A session whose answers are heard. */
function listening(session: Session, onAnswer: (answer: PlatformAnswer) => void): Session {
  const send: Session['http']['send'] = async (request) => {
    const answer = await session.http.send(request);
    onAnswer(answer);
    return answer;
  };
  return { ...session, http: { send } };
}

/** Seconds before the next repeat or the next question. */
function backoff(times: number): number {
  return REPEAT_AFTER_SECONDS[Math.min(times, REPEAT_AFTER_SECONDS.length - 1)] ?? 60;
}

/** A lost answer before the intent leaves nothing in doubt: the step is simply done again. */
function asHarmless(error: PlatformError): PlatformError {
  return error.kind === 'unknown' ? new PlatformError('unavailable', error.message, error.facts) : error;
}

function evidence(error: PlatformError): Record<string, unknown> {
  const { platformCode, status } = error.facts;
  return {
    error: error.kind,
    message: error.message,
    ...(platformCode === undefined ? {} : { platform_code: platformCode }),
    ...(status === undefined ? {} : { status }),
  };
}
