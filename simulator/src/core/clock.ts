import type { Journal } from './journal.ts';
import type { Clock } from './world.ts';

export interface AdvancingClock extends Clock {
  /** Moves the clock forward for good (it survives a restart) and tells everyone who waits for a time. */
  advance(seconds: number): void;
  onAdvance(listener: () => void): void;
}

export function openClock(journal: Journal): AdvancingClock {
  const rows = journal.table<{ advanced_ms: number }>('core/clock');
  const listeners: (() => void)[] = [];
  let advancedMs = rows.get('clock')?.advanced_ms ?? 0;
  const now = () => Date.now() + advancedMs;
  return {
    now,
    iso: (at = now()) => new Date(at).toISOString(),
    advance(seconds) {
      const moved = advancedMs + seconds * 1000;
      rows.put('clock', { advanced_ms: moved });
      advancedMs = moved;
      for (const listener of listeners) listener();
    },
    onAdvance: (listener) => void listeners.push(listener),
  };
}
