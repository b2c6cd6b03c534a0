import { withFacts } from '../core/observing/work.ts';
import type { Lease, Worker } from '../core/worker.ts';

const POLL_MS_MIN = 5;
const POLL_MS_MAX = 200;
/** A worker whose queue is watched is woken, so it claims by itself only in case that the watch finds less than a claim. */
const WATCHED_POLL_MS_MAX = 5000;
/** A worker that has not polled for this long is stuck. */
const STALE_MS = 10_000;
/** Outside calls must end this long before the lease does; with a short lease, a quarter of it. */
const MARGIN_MS_MAX = 1000;

/** Jobs and time under one lease before other jobs get a turn. */
const TURNS_MAX = 20;
const TURNS_MS_MAX = 1000;

/** The signal of leases that nobody renews: they end at their deadline. */
const NEVER = new AbortController().signal;

export interface WorkerRunner {
  /** Polls now instead of after the pause. */
  wake(): void;
  /** Whether it waits long for work, so that it has to be woken. */
  isIdle(): boolean;
  /** Whether the worker polls as it should. */
  isPolling(): boolean;
  /** Stops claiming, hands back jobs that have not started, and waits for running jobs at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
  readonly name: string;
  readonly running: () => number;
}

export interface RunnerOptions {
  readonly leaseSeconds: number;
  /** While it says no, nothing is claimed. Default: always yes. */
  readonly mayClaim?: () => boolean;
  /** Whether somebody wakes the worker within POLL_MS_MAX when its queue has due rows. */
  readonly isWatched?: boolean;
  /** Called when jobs were claimed. */
  readonly onClaimed?: (worker: string, jobs: number) => void;
  readonly onFault: (worker: string, error: unknown) => void;
  /** Called after each job. */
  readonly onDone?: (worker: string) => void;
}

/** Runs one worker in this process: polls adaptively, keeps up to `concurrency` jobs running. */
export function runWorker<Job>(worker: Worker<Job>, options: RunnerOptions): WorkerRunner {
  const leaseMs = options.leaseSeconds * 1000;
  const pauseMsMin = worker.claimPauseMs ?? POLL_MS_MIN;
  const usableMs = leaseMs - Math.min(MARGIN_MS_MAX, leaseMs / 4);
  const jobs = new Set<Promise<void>>();
  const running = new Map<string, number>();
  const stopping = new AbortController();
  let wakeUp: () => void = () => {};
  let isWoken = false;
  let isIdle = false;
  let lastPollMs = performance.now();

  async function loop(): Promise<void> {
    let pauseMs = pauseMsMin;
    while (!stopping.signal.aborted) {
      const free = worker.concurrency - jobs.size;
      let claimed: readonly Job[] = [];
      isWoken = false;
      const claimedMs = performance.now();
      if (free > 0 && options.mayClaim?.() !== false) {
        try {
          claimed = await worker.claim({ limit: free, leaseSeconds: options.leaseSeconds, running });
          lastPollMs = performance.now();
        } catch (error) {
          options.onFault(worker.name, error);
          pauseMs = POLL_MS_MAX;
        }
      } else {
        lastPollMs = performance.now();
      }
      if (claimed.length > 0) options.onClaimed?.(worker.name, claimed.length);
      for (const job of claimed) start(job, claimedMs);
      // A full worker looks again soon, because a job may end at any time.
      pauseMs = claimed.length > 0 || free === 0 ? pauseMsMin : Math.min(pauseMs * 2, POLL_MS_MAX);
      isIdle = options.isWatched === true && pauseMs === POLL_MS_MAX;
      await pause(claimed.length > 0 && claimed.length === free ? 0 : isIdle ? WATCHED_POLL_MS_MAX : pauseMs);
      isIdle = false;
    }
  }

  function start(job: Job, claimedMs: number): void {
    if (stopping.signal.aborted && worker.release !== undefined) {
      const done = worker.release(job).catch((error) => options.onFault(worker.name, error));
      jobs.add(done);
      done.finally(() => jobs.delete(done));
      return;
    }
    const done = work(job, claimedMs).catch((error) => options.onFault(worker.name, error));
    jobs.add(done);
    const owner = worker.ownerOf?.(job);
    count(owner, 1);
    done.finally(() => {
      // Its owner may have had no further job for itself, and may have one now.
      const wasFull = owner !== undefined && (running.get(owner) ?? 0) >= worker.concurrency - jobs.size;
      jobs.delete(done);
      count(owner, -1);
      if (wasFull) wake();
      options.onDone?.(worker.name);
    });
  }

  function count(owner: string | undefined, change: 1 | -1): void {
    if (owner === undefined) return;
    const jobs = (running.get(owner) ?? 0) + change;
    if (jobs === 0) running.delete(owner);
    else running.set(owner, jobs);
  }

  /** Whether no further job can start, and the owner of this one runs more than its share of the jobs. */
  function hasMoreThanShare(job: Job): boolean {
    if (worker.ownerOf === undefined || jobs.size < worker.concurrency) return false;
    return (running.get(worker.ownerOf(job)) ?? 0) > worker.concurrency / running.size;
  }

  async function work(job: Job, claimedMs: number): Promise<void> {
    const { renew } = worker;
    const lost = renew === undefined ? undefined : new AbortController();
    let deadlineMs = claimedMs + usableMs;
    let turns = 0;
    const mayGoOn = () => {
      turns += 1;
      if (stopping.signal.aborted || hasMoreThanShare(job)) return false;
      return turns < TURNS_MAX && performance.now() - claimedMs < TURNS_MS_MAX;
    };
    const lease: Lease = {
      deadlineMs: () => deadlineMs,
      signal: lost?.signal ?? NEVER,
      stopping: stopping.signal,
      mayGoOn,
    };
    const renewal =
      lost &&
      setInterval(async () => {
        const startedMs = performance.now();
        try {
          if (lost.signal.aborted) return;
          if (await renew?.(job, options.leaseSeconds)) deadlineMs = startedMs + usableMs;
          else lost.abort();
        } catch (error) {
          options.onFault(worker.name, error);
        }
      }, leaseMs / 3);
    try {
      await withFacts({ worker: worker.name }, () => worker.work(job, lease));
    } finally {
      clearInterval(renewal);
    }
  }

  function wake(): void {
    isWoken = true;
    wakeUp();
  }

  function pause(ms: number): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    // At least this long between polls, so that a worker that is woken all the time claims batches and not single rows.
    const woken = Math.max(0, lastPollMs + pauseMsMin - performance.now());
    if (isWoken) return new Promise((resolve) => setTimeout(resolve, Math.min(ms, woken)));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const looping = loop();
  return {
    name: worker.name,
    running: () => jobs.size,
    wake,
    isIdle: () => isIdle,
    isPolling: () => performance.now() - lastPollMs < STALE_MS,
    async stop(graceMs) {
      stopping.abort();
      wakeUp();
      await looping;
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([Promise.all(jobs), deadline]);
    },
  };
}
