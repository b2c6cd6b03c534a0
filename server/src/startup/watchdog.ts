import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

const TICK_MS = 1000;
const TICKS_MAX = 30;
/** Megabytes. The thread holds one; it loads the database's client when it ends the process. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 1 };

/** The watchdog's thread gets this. */
export interface Watched {
  /** The main thread counts its turns here. */
  readonly turns: Int32Array;
  readonly tickMs: number;
  readonly ticksMax: number;
  readonly databaseUrl: string;
}

/**
 * Ends this process by SIGKILL when its event loop has not turned for 30 ticks of a thread of its own. Ticks are counted
 * and no time is measured, so a stopped process or a sleeping machine is no fault. Returns a function that ends the watch.
 */
export function startWatchdog(databaseUrl: string, log: Logger, tickMs = TICK_MS): () => Promise<void> {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const turning = setInterval(() => Atomics.add(turns, 0, 1), tickMs).unref();
  // JavaScript, because the removal of types takes more memory than the thread.
  const thread = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: { turns, tickMs, ticksMax: TICKS_MAX, databaseUrl } satisfies Watched,
    execArgv: [],
    resourceLimits: HEAP,
  });
  thread.unref();
  thread.on('error', (error) => log.error({ err: error }, 'the watchdog ended, and nothing watches the event loop'));
  return async () => {
    clearInterval(turning);
    await thread.terminate();
  };
}
