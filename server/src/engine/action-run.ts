import type { Pacing } from '../core/connector.ts';
import type { Effect, RepeatableEffect } from '../core/effect.ts';
import { tellThrottle } from '../core/observing/channels.ts';
import { codeOf } from '../core/observing/code-of.ts';
import { withFacts } from '../core/observing/work.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import type { Lease } from '../core/worker.ts';
import type { TenantDatabase } from '../db/database.ts';
import { compact } from '../lib/compact.ts';
import type { Action, Job, Outcome } from './action.ts';
import type { ActionTools } from './action-tools.ts';
import { lookupDelaysOf } from './recovery.ts';
import { HANGS_MAX } from './retry-times.ts';
import { LeaseLost, settleAction } from './settle-action.ts';
import * as steps from './step.repository.ts';

/** One claim of an action: what it works with, and the steps that every part of it uses. */
export class ActionRun {
  readonly tools: ActionTools;
  readonly db: TenantDatabase;
  readonly action: Action;
  // biome-ignore lint/suspicious/noExplicitAny: the action loads the input that its effect takes.
  readonly effect: Effect<any> | RepeatableEffect<any>;
  /** Only publications are paced. */
  readonly pacing: Pacing | undefined;
  /** The input of the effect, from `load`. */
  readonly input: unknown;
  readonly job: Job;
  readonly lease: Lease;
  session: Session;
  isRefreshed = false;
  /** Whether anything outside of the process was called. */
  hasCalled = false;
  /** The next action of the account, claimed under the same lease. */
  next: Job | undefined;
  resendCount: number;
  retryCount: number;

  constructor(
    tools: ActionTools,
    db: TenantDatabase,
    action: Action,
    effect: Effect<unknown> | RepeatableEffect<unknown>,
    pacing: Pacing | undefined,
    input: unknown,
    session: Session,
    job: Job,
    lease: Lease,
  ) {
    this.tools = tools;
    this.db = db;
    this.action = action;
    this.effect = effect;
    this.pacing = job.kind === 'publish' || job.kind === 'segment' ? pacing : undefined;
    this.input = input;
    const openFile = session.file;
    this.session = {
      ...session,
      http: { send: (request) => this.#outside(() => session.http.send(request)) },
      media: (media) => this.#outside(() => session.media(media)),
      ...(openFile === undefined ? {} : { file: (media) => this.#outside(() => openFile(media)) }),
    };
    this.job = job;
    this.lease = lease;
    this.resendCount = job.resendCount;
    this.retryCount = job.retryCount;
  }

  #outside<T>(call: () => Promise<T>): Promise<T> {
    this.hasCalled = true;
    return call();
  }

  /** The calls of a step. An expired token is refreshed once and the call made again, because it had no effect. */
  async call<T>(step: string, work: (session: Session) => Promise<T>): Promise<T> {
    return withFacts({ step }, () => this.#withToken(work));
  }

  async #withToken<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await work(this.session);
    } catch (error) {
      tellThrottle(error, this.job.platform, this.job.mode);
      if (!(error instanceof PlatformError) || error.kind !== 'auth_expired' || this.isRefreshed) throw error;
      this.isRefreshed = true;
      this.session = await withFacts({ step: 'refresh' }, () => this.tools.refresh(this.job, this.session));
      return await work(this.session);
    }
  }

  /** Commits the progress, with these lines in the journal. Throws LeaseLost. */
  async step(progress: steps.Progress, ...lines: readonly steps.JournalLine[]): Promise<void> {
    if (this.lease.signal.aborted) throw new LeaseLost();
    const { batcher } = this.tools;
    if (!(await batcher.statement(this.job, steps.advance, { job: this.job, progress, lines }))) throw new LeaseLost();
    this.tools.observer.changed({ of: 'action', state: progress.state, facts: {} });
  }

  /** Puts the action off and frees its account. Throws LeaseLost. */
  async postpone(postponement: steps.Postponement, detail: Record<string, unknown>): Promise<void> {
    const isLeased = await this.db.transaction((tx) =>
      // Material that must be prepared again is cleared. Its uploads expire on the platform.
      steps.postpone(
        tx,
        this.job,
        {
          resendCount: this.resendCount,
          ...(postponement.state === 'claimed' ? { prepared: null } : {}),
          ...postponement,
        },
        detail,
      ),
    );
    if (!isLeased) throw new LeaseLost();
    const { state, afterSeconds } = postponement;
    const { step = state, error, platform_code: platformCode } = detail as Record<string, string | undefined>;
    this.tools.observer.changed({
      of: 'action',
      state: step,
      facts: { error, platform_code: codeOf(platformCode), after_seconds: afterSeconds },
    });
  }

  async settle(outcome: Outcome, detail: Record<string, unknown>, pauseSeconds = 0): Promise<void> {
    this.next = await settleAction(this.tools, this.action, this.job, outcome, detail, this.lease, pauseSeconds);
  }

  /** Whether a call whose response was lost may be made again: not where it stopped every process. */
  get mayResend(): boolean {
    return this.job.hangCount < HANGS_MAX;
  }

  /** Seconds from the lost response to the lookup with this index. */
  lookupDelay(index: number): number {
    return (lookupDelaysOf(this.effect)[index] ?? 0) * this.tools.lookupDelayFactor;
  }

  secondsSinceIntent(): number {
    return (this.nowMs() - this.intentAt().getTime()) / 1000;
  }

  secondsSinceStart(): number {
    return (this.nowMs() - this.job.startedAt.getTime()) / 1000;
  }

  intentAt(): Date {
    return this.job.intentAt ?? this.job.startedAt;
  }

  /** The database's time, like the times of rows: the clock of this machine may be wrong. */
  nowMs(): number {
    return this.job.claimedAt.getTime() + performance.now() - this.job.claimedAtMs;
  }
}

/** The error as one of the platform. Throws it where it is ours. */
export function asPlatformError(error: unknown, fallback: 'unavailable' | 'unknown' = 'unavailable'): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof LeaseLost) throw error;
  // A fault of ours or of the database says nothing about the platform: the lease ends and the row is claimed again.
  if (error instanceof Error && (error.name === 'ApiError' || 'severity' in error)) throw error;
  return new PlatformError(fallback, `An unexpected fault: ${(error as Error).message}`);
}

/** The error as the journal shows it. */
export function evidence(error: PlatformError): Record<string, unknown> {
  const { platformCode, status } = error.facts;
  return compact({ error: error.kind, message: error.message, platform_code: platformCode, status });
}
