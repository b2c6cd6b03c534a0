import type { SharedCache } from '../../core/tools.ts';

/** What was counted under a name, and how long its window still lasts. */
export interface Counted {
  readonly count: number;
  /** At least 1. */
  readonly secondsLeft: number;
}

export interface Windows {
  /** Counts one more, or so many. */
  count(name: string, more?: number): Counted;
  /** What is counted so far. */
  read(name: string): Counted;
}

export interface WindowOptions {
  readonly milliseconds: number;
  /** The name whose window began first is forgotten beyond this. */
  readonly namesMax: number;
  /** Where the processes add up what they count. Nobody waits for it, and without its responses each counts for itself. */
  readonly shared?: { readonly cache: SharedCache; readonly prefix: string } | undefined;
}

interface Window {
  count: number;
  endsMs: number;
  /** Counted here, not yet told to the others. */
  untold: number;
  isTelling: boolean;
}

/** Counts in windows of time that begin with the first count under a name. Memory is bounded. */
export function createWindows({ milliseconds, namesMax, shared }: WindowOptions): Windows {
  const windows = new Map<string, Window>();

  function open(name: string, now: number): Window {
    windows.delete(name);
    const [oldest] = windows.size >= namesMax ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    const window = { count: 0, endsMs: now + milliseconds, untold: 0, isTelling: false };
    windows.set(name, window);
    return window;
  }

  async function tell(name: string, window: Window): Promise<void> {
    if (shared === undefined || window.isTelling) return;
    window.isTelling = true;
    while (window.untold > 0 && windows.get(name) === window) {
      const { untold } = window;
      window.untold = 0;
      const total = await shared.cache.count(`${shared.prefix}:${name}`, untold, milliseconds);
      if (total === undefined) break;
      const endsMs = performance.now() + total.leftMs;
      // The shared window can end a moment before ours. What was counted in it does not count in the next one.
      const isNext = endsMs > window.endsMs + milliseconds / 2;
      window.count = Math.max(isNext ? 0 : window.count, total.count + window.untold);
      window.endsMs = endsMs;
    }
    window.isTelling = false;
  }

  const shown = ({ count, endsMs }: Window, now: number): Counted => ({
    count,
    secondsLeft: Math.max(1, Math.ceil(Math.round(endsMs - now) / 1000)),
  });

  return {
    count(name, more = 1) {
      const now = performance.now();
      const found = windows.get(name);
      const window = found !== undefined && found.endsMs > now ? found : open(name, now);
      window.count += more;
      window.untold += more;
      void tell(name, window);
      return shown(window, now);
    },
    read(name) {
      const now = performance.now();
      const found = windows.get(name);
      if (found !== undefined && found.endsMs > now) return shown(found, now);
      return { count: 0, secondsLeft: Math.ceil(milliseconds / 1000) };
    },
  };
}
