import { monotonicMs } from '../../core/clock.ts';
import type { Pacing } from '../../core/connector.ts';
import type { Effect, RepeatableEffect } from '../../core/effect.ts';
import type { Lease } from '../../core/lane.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import type { TenantDatabase } from '../../db/database.ts';
import type { ActionKind, Job, Outcome } from './action.ts';
import type { ActionTools } from './action-tools.ts';
import { end, LeaseLost } from './end.ts';
import { looksOf } from './protocol.ts';
import * as steps from './step.repository.ts';

/** One pick-up of an action: what it works with, and the steps that every part of it uses. */
export class ActionRun {
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
  /** Whether anything of the outside world was used. */
  hasCalled = false;
  /** What the account does next under the same lease. */
  next: Job | undefined;
  repeats: number;
  tries: number;

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
    const open = session.file;
    this.session = {
      ...session,
      http: { send: (request) => this.#outside(() => session.http.send(request)) },
      media: (media) => this.#outside(() => session.media(media)),
      ...(open === undefined ? {} : { file: (media) => this.#outside(() => open(media)) }),
    };
    this.job = job;
    this.lease = lease;
    this.repeats = job.repeats;
    this.tries = job.tries;
  }

  #outside<T>(call: () => Promise<T>): Promise<T> {
    this.hasCalled = true;
    return call();
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

  /** Commits what was reached, with these lines in the journal. */
  async step(progress: steps.Progress, ...lines: readonly steps.Line[]): Promise<void> {
    if (this.lease.signal.aborted) throw new LeaseLost();
    if (!(await this.db.gather(steps.advance, { job: this.job, progress, lines }, this.job.hasOwnClock)))
      throw new LeaseLost();
  }

  async later(postponement: steps.Postponement, detail: Record<string, unknown>): Promise<void> {
    const held = await this.db.transaction((tx) =>
      // Material that must be made anew is forgotten; what was uploaded with it expires on the platform.
      steps.postpone(
        tx,
        this.job,
        { repeats: this.repeats, ...(postponement.state === 'claimed' ? { prepared: null } : {}), ...postponement },
        detail,
      ),
    );
    if (!held) throw new LeaseLost();
  }

  async finish(outcome: Outcome, detail: Record<string, unknown>, pauseSeconds = 0): Promise<void> {
    this.next = await end(this.tools, this.db, this.kind, this.job, outcome, detail, this.lease, pauseSeconds);
  }

  lookDelay(look: number): number {
    return (looksOf(this.effect)[look] ?? 0) * this.tools.lookDelayFactor;
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

  /** Times of rows are the database's: the clock of this machine may be wrong. */
  nowMs(): number {
    return this.job.claimedAt.getTime() + monotonicMs() - this.job.claimedAtMs;
  }
}

export function asPlatformError(error: unknown, fallback: 'unavailable' | 'unknown' = 'unavailable'): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof LeaseLost) throw error;
  // A fault of ours or of the database is not an answer of the platform: the lease runs out and the row is picked up again.
  if (error instanceof Error && (error.name === 'ApiError' || 'severity' in error)) throw error;
  return new PlatformError(fallback, `An unexpected fault: ${(error as Error).message}`);
}

export function evidence(error: PlatformError): Record<string, unknown> {
  const { platformCode, status } = error.facts;
  return {
    error: error.kind,
    message: error.message,
    ...(platformCode === undefined ? {} : { platform_code: platformCode }),
    ...(status === undefined ? {} : { status }),
  };
}
