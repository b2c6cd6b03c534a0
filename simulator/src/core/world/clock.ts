import type { Journal } from './journal.ts';
import type { Clock } from './world.ts';

export interface AdvancingClock extends Clock {
  /**
   * Moves the clock forward for good (it survives a restart) and tells everyone who waits for a time. Returns the seconds
   * moved, as the others do.
   */
  advance(seconds: number): number;
  /** Moves it until it is so far ahead in all; never back. */
  advanceUntilAhead(seconds: number): number;
  /** Moves it until this owner has moved it so far in all; a repeated call moves nothing. */
  advanceTo(owner: string, totalSeconds: number): number;
  /** How far it runs ahead of real time. */
  aheadSeconds(): number;
  onAdvance(listener: () => void): void;
  /** Runs the work, which must be synchronous, as if it were this time, in ms. */
  during<T>(at: number, work: () => T): T;
}

/** The default name of the caller that advances the clock. */
const ANYBODY = 'clock';

export function openClock(journal: Journal): AdvancingClock {
  const rows = journal.table<{ advanced_ms: number }>('core/clock');
  const listeners: (() => void)[] = [];
  const ofOwner = (owner: string) => rows.get(owner)?.advanced_ms ?? 0;
  let advancedMs = rows.all().reduce((sum, row) => sum + row.advanced_ms, 0);
  let stoppedAt: number | undefined;
  const now = () => stoppedAt ?? Date.now() + advancedMs;
  function move(owner: string, ms: number): number {
    if (ms <= 0) return 0;
    rows.put(owner, { advanced_ms: ofOwner(owner) + ms });
    advancedMs += ms;
    for (const listener of listeners) listener();
    return ms / 1000;
  }
  return {
    now,
    iso: (at = now()) => new Date(at).toISOString(),
    advance: (seconds) => move(ANYBODY, seconds * 1000),
    advanceUntilAhead: (seconds) => move(ANYBODY, seconds * 1000 - advancedMs),
    advanceTo: (owner, totalSeconds) => move(`owner ${owner}`, totalSeconds * 1000 - ofOwner(`owner ${owner}`)),
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
