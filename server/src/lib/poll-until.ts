import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  /** From the call on. The last check is made at the end of this time or later. */
  readonly timeoutMs: number;
  readonly everyMs: number;
}

/**
 * Repeats a check until it returns something else than undefined, and returns that. Undefined when the time is over. A
 * throw of the check ends the polling.
 */
export async function pollUntil<T>(
  check: () => Promise<T | undefined>,
  { timeoutMs, everyMs }: PollOptions,
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (result !== undefined || performance.now() >= deadline) return result;
    await sleep(everyMs);
  }
}
