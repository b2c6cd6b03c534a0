import { setTimeout } from 'node:timers/promises';
import type { Runner } from '../db/query.ts';
import { dueQueues } from './queues.repository.ts';
import type { WorkerRunner } from './runner.ts';

const LOOK_MS = 200;
/** After a slow look, as during an outage, workers claim by themselves as often. */
const PAUSE_MS_MAX = 5000;
/** A slow look takes at most this part of the time. */
const SHARE_MAX = 0.05;

/**
 * Wakes idle workers whose queues have due rows. One statement looks at all queues: a claim of each idle worker in each round
 * would keep a tenth of a core busy for nothing.
 */
export function watchQueues(
  system: Runner,
  runners: ReadonlyMap<string, WorkerRunner>,
  onFault: (watch: string, error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      if ([...runners.values()].some((runner) => runner.isIdle())) await look();
      const pauseMs = Math.min(Math.max(LOOK_MS, (performance.now() - startedMs) / SHARE_MAX), PAUSE_MS_MAX);
      await setTimeout(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function look(): Promise<void> {
    try {
      for (const name of await dueQueues(system)) if (runners.get(name)?.isIdle()) runners.get(name)?.wake();
    } catch (error) {
      onFault('queues', error);
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
