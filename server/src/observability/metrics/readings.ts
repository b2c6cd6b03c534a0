import { setTimeout as sleep } from 'node:timers/promises';

/** Something that is read for /metrics now and then, from the database or the disk. */
export interface Reading<T> {
  /** The newest value; undefined when the last reading failed or is too old to be true. */
  readonly latest: () => T | undefined;
}

export interface Readings {
  /** Adds a reading that is made at most every `everyMs`, however many scrapes there are. */
  add<T>(name: string, everyMs: number, read: () => Promise<T>): Reading<T>;
  /** Makes what is due. Waits at most two seconds, or `waitMs`; the readings then go on by themselves. */
  refresh(waitMs?: number): Promise<void>;
}

const WAIT_MS_MAX = 2000;
/** A value is shown for so many of its intervals. */
const INTERVALS_MAX = 4;

interface Kept {
  readonly name: string;
  readonly everyMs: number;
  readonly read: () => Promise<unknown>;
  value: unknown;
  readMs: number;
}

/** Readings are made one after the other, so they take one connection of a busy database at most. */
export function createReadings(onError: (name: string) => void): Readings {
  const all: Kept[] = [];
  let running: Promise<void> | undefined;

  async function readDue(): Promise<void> {
    for (const reading of all) {
      if (performance.now() - reading.readMs < reading.everyMs) continue;
      reading.readMs = performance.now();
      try {
        reading.value = await reading.read();
      } catch {
        reading.value = undefined;
        onError(reading.name);
      }
    }
  }

  return {
    add<T>(name: string, everyMs: number, read: () => Promise<T>): Reading<T> {
      const kept: Kept = { name, everyMs, read, value: undefined, readMs: Number.NEGATIVE_INFINITY };
      all.push(kept);
      const isTrue = () => performance.now() - kept.readMs < everyMs * INTERVALS_MAX;
      return { latest: () => (isTrue() ? (kept.value as T | undefined) : undefined) };
    },
    async refresh(waitMs = WAIT_MS_MAX) {
      running ??= readDue().finally(() => {
        running = undefined;
      });
      const enough = new AbortController();
      await Promise.race([running, sleep(waitMs, undefined, { signal: enough.signal }).catch(() => {})]);
      enough.abort();
    },
  };
}
