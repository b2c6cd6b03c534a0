/** Lets what waits under one name go on at a bounded rate. */
export interface Pace {
  /** Waits for the next place; false at once when too many wait already. */
  wait(name: string): Promise<boolean>;
}

export interface PaceOptions {
  readonly perSecondMax: number;
  readonly waitingMax: number;
}

/** A name costs memory only while somebody waits under it. */
export function createPace({ perSecondMax, waitingMax }: PaceOptions): Pace {
  const lines = new Map<string, { waiting: number; nextMs: number }>();
  return {
    async wait(name) {
      const now = performance.now();
      const line = lines.get(name) ?? { waiting: 0, nextMs: now };
      if (line.waiting >= waitingMax) return false;
      line.nextMs = Math.max(line.nextMs, now) + 1000 / perSecondMax;
      line.waiting += 1;
      lines.set(name, line);
      await new Promise((resolve) => setTimeout(resolve, line.nextMs - now));
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(name);
      return true;
    },
  };
}
