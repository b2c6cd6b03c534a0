import { HubbubError } from './errors.ts';

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const RETRIED_CODES: ReadonlySet<string> = new Set(['network_error', 'timeout', 'idempotency_key_in_use']);
/** The caller decides about longer pauses, such as those of a used-up month. */
const PAUSE_SECONDS_MAX = 60;

/** Whether the call may succeed when it is repeated soon. */
export function isRetried(error: unknown): error is HubbubError {
  if (!(error instanceof HubbubError) || (error.retryAfter ?? 0) > PAUSE_SECONDS_MAX) return false;
  return RETRIED_CODES.has(error.code) || RETRIED_STATUSES.has(error.status);
}

/** Milliseconds before the next attempt: at least `Retry-After`, and half a second that doubles up to 16. */
export function pauseOf(error: HubbubError, attempt: number): number {
  const pause = Math.min(500 * 2 ** attempt, 16_000) * (0.5 + Math.random() / 2);
  return Math.max((error.retryAfter ?? 0) * 1000, pause);
}

/** Runs a task until it succeeds, fails for good or has had its retries. */
export async function withRetries<Result>(
  task: () => Promise<Result>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      if (attempt >= retries || !isRetried(error)) throw error;
      await sleep(pauseOf(error, attempt), signal);
    }
  }
}

/** Waits. @throws the reason of the signal as soon as it is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let end: (() => void) | undefined;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener('abort', end);
  });
  if (end !== undefined) signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
}
