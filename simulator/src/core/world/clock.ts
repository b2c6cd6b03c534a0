import type { Journal } from './journal.ts';
import type { Clock } from './world.ts';

export interface AdvancingClock extends Clock {
  /**
   * Moves the clock forward for good (it survives a restart) and tells everyone who waits for a time. Returns the seconds
   * moved, as `advanceUntilAhead` does.
   */
  advance(seconds: number): number;
  /** Moves it until it is so far ahead in all; never back. */
  advanceUntilAhead(seconds: number): number;
  /** How far it runs ahead of real time. */
  aheadSeconds(): number;
  onAdvance(listener: () => void): void;
  /** Runs the work, which must be synchronous, as if it were this time, in ms. */
  during<T>(at: number, work: () => T): T;
}

/** The row of the clock. Earlier versions had one more for each tenant; all of them count. */
const CLOCK = 'clock';

export function openClock(journal: Journal): AdvancingClock {
  const rows = journal.table<{ advanced_ms: number }>('core/clock');
  const listeners: (() => void)[] = [];
  let advancedMs = rows.all().reduce((sum, row) => sum + row.advanced_ms, 0);
  let stoppedAt: number | undefined;
  const now = () => stoppedAt ?? Date.now() + advancedMs;
  function move(ms: number): number {
    if (ms <= 0) return 0;
    rows.put(CLOCK, { advanced_ms: (rows.get(CLOCK)?.advanced_ms ?? 0) + ms });
    advancedMs += ms;
    for (const listener of listeners) listener();
    return ms / 1000;
  }
  return {
    now,
    iso: (at = now()) => new Date(at).toISOString(),
    advance: (seconds) => move(seconds * 1000),
    advanceUntilAhead: (seconds) => move(seconds * 1000 - advancedMs),
    aheadSeconds: () => advancedMs / 1000,
    onAdvance: (listener) => void listeners.push(listener),
    during(at, work) {
      stoppedAt = at;
      try {
        return work();
      } finally {
        stoppedAt = undefined;
      }
    },
  };
}
