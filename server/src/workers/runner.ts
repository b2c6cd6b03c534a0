import { monotonicMs } from '../core/clock.ts';
import type { Lane, Lease } from '../core/lane.ts';

const POLL_MS_MIN = 5;
const POLL_MS_MAX = 200;
/** A lane that has not looked for work this long is stuck. */
const STALE_MS = 10_000;
/** Outside calls end this long before the lease does, or a quarter of a short lease. */
const MARGIN_MS_MAX = 1000;

/** Further work under one lease, before others get their turn. */
const TURNS_MAX = 20;
const TURNS_MS_MAX = 1000;

export interface LaneRunner {
  /** Looks for work now instead of at the next poll. */
  wake(): void;
  /** Whether the lane looks for work as it should. */
  isPolling(): boolean;
  /** Stops claiming, hands back what has not begun, waits for what runs at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
  readonly name: string;
  readonly running: () => number;
}

export interface RunnerOptions {
  readonly leaseSeconds: number;
  readonly onFault: (lane: string, error: unknown) => void;
  /** Told after each job. */
  readonly onDone?: (lane: string) => void;
}

/** Runs one lane in this process: polls adaptively (5 to 200 ms), keeps up to `concurrency` jobs running. */
export function runLane<Job>(lane: Lane<Job>, options: RunnerOptions): LaneRunner {
  const leaseMs = options.leaseSeconds * 1000;
  const usableMs = leaseMs - Math.min(MARGIN_MS_MAX, leaseMs / 4);
  const jobs = new Set<Promise<void>>();
  const running = new Map<string, number>();
  const stopping = new AbortController();
  let wakeUp: () => void = () => {};
  let isWoken = false;
  let lastPollMs = monotonicMs();

  async function loop(): Promise<void> {
    let pauseMs = POLL_MS_MIN;
    while (!stopping.signal.aborted) {
      const free = lane.concurrency - jobs.size;
      let claimed: readonly Job[] = [];
      isWoken = false;
      const claimedMs = monotonicMs();
      if (free > 0) {
        try {
          claimed = await lane.claim(free, options.leaseSeconds, running);
          lastPollMs = monotonicMs();
        } catch (error) {
          options.onFault(lane.name, error);
          pauseMs = POLL_MS_MAX;
        }
      } else {
        lastPollMs = monotonicMs();
      }
      for (const job of claimed) start(job, claimedMs);
      pauseMs = claimed.length > 0 ? POLL_MS_MIN : Math.min(pauseMs * 2, POLL_MS_MAX);
      await pause(claimed.length > 0 && claimed.length === free ? 0 : pauseMs);
    }
  }

  function start(job: Job, claimedMs: number): void {
    if (stopping.signal.aborted && lane.release !== undefined) {
      const done = lane.release(job).catch((error) => options.onFault(lane.name, error));
      jobs.add(done);
      done.finally(() => jobs.delete(done));
      return;
    }
    const done = work(job, claimedMs).catch((error) => options.onFault(lane.name, error));
    jobs.add(done);
    const whose = lane.spread?.by(job);
    count(whose, 1);
    done.finally(() => {
      jobs.delete(done);
      count(whose, -1);
      options.onDone?.(lane.name);
    });
  }

  function count(whose: string | undefined, change: 1 | -1): void {
    if (whose === undefined) return;
    const jobs = (running.get(whose) ?? 0) + change;
    if (jobs === 0) running.delete(whose);
    else running.set(whose, jobs);
  }

  async function work(job: Job, claimedMs: number): Promise<void> {
    const lost = new AbortController();
    let deadlineMs = claimedMs + usableMs;
    let turns = 0;
    const mayGoOn = () => {
      turns += 1;
      return !stopping.signal.aborted && turns < TURNS_MAX && monotonicMs() - claimedMs < TURNS_MS_MAX;
    };
    const lease: Lease = { deadlineMs: () => deadlineMs, signal: lost.signal, stopping: stopping.signal, mayGoOn };
    const renewal = setInterval(async () => {
      const startedMs = monotonicMs();
      try {
        if (lane.renew === undefined || lost.signal.aborted) return;
        if (await lane.renew(job, options.leaseSeconds)) deadlineMs = startedMs + usableMs;
        else lost.abort();
      } catch (error) {
        options.onFault(lane.name, error);
      }
    }, leaseMs / 3);
    try {
      await lane.work(job, lease);
    } finally {
      clearInterval(renewal);
    }
  }

  function pause(ms: number): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    // Whoever is woken at every turn would look at nothing but the few rows that came meanwhile.
    const woken = Math.max(0, lastPollMs + POLL_MS_MIN - monotonicMs());
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
    name: lane.name,
    running: () => jobs.size,
    wake() {
      isWoken = true;
      wakeUp();
    },
    isPolling: () => monotonicMs() - lastPollMs < STALE_MS,
    async stop(graceMs) {
      stopping.abort();
      wakeUp();
      await looping;
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([Promise.all(jobs), deadline]);
    },
  };
}
