import { monotonicMs } from '../core/clock.ts';

/** So many refusals go out at once, the next ones at this pace. */
const BURST = 100;
const EVERY_MS = 2;
const SENDERS_MAX = 10_000;

/**
 * Resolves when a refusal may go out. A flood of requests that are refused is answered at an even pace, because a client
 * that ignores `Retry-After` would else get so many refusals that others wait behind them. `sender`: who sends the flood.
 * `onGone` gets what to call when the client goes away.
 */
export type PaceRefusals = (sender: string, onGone: (leave: () => void) => void) => Promise<void>;

/** The pace of this process. Memory is bounded: the sender that came first is forgotten. */
export function createPaceRefusals(): PaceRefusals {
  /** When the next refusal of a sender is due without a burst. */
  const dueMs = new Map<string, number>();

  return (sender, onGone) => {
    const now = monotonicMs();
    const due = Math.max(dueMs.get(sender) ?? 0, now) + EVERY_MS;
    dueMs.delete(sender);
    const [oldest] = dueMs.size >= SENDERS_MAX ? dueMs.keys() : [];
    if (oldest !== undefined) dueMs.delete(oldest);
    dueMs.set(sender, due);
    const waitMs = due - now - BURST * EVERY_MS;
    if (waitMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      onGone(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  };
}
