import type { Operation } from '../world/world.ts';

interface HeldCall {
  readonly id: string;
  readonly platform: string;
  readonly account: string | null;
  readonly operation: Operation;
  readonly when: 'before' | 'after';
  readonly at: string;
}

/** How a hold ends: go on, destroy the connection, or nothing more to do because the client has gone. */
type HoldEnd = 'release' | 'drop' | 'gone';

/** Calls that are held until a test lets them go. In memory: a held call cannot outlive its connection. */
export class HeldCalls {
  readonly #held = new Map<string, { call: HeldCall; end: (how: HoldEnd) => void }>();
  readonly #waiting = new Set<() => void>();
  #last = 0;

  hold(call: Omit<HeldCall, 'id'>, signal: AbortSignal): Promise<HoldEnd> {
    if (signal.aborted) return Promise.resolve('gone');
    this.#last += 1;
    const id = `h_${this.#last}`;
    return new Promise((resolve) => {
      const end = (how: HoldEnd) => {
        signal.removeEventListener('abort', gone);
        this.#held.delete(id);
        resolve(how);
      };
      const gone = () => end('gone');
      signal.addEventListener('abort', gone);
      this.#held.set(id, { call: { id, ...call }, end });
      for (const wake of this.#waiting) wake();
    });
  }

  list(): HeldCall[] {
    return [...this.#held.values()].map(({ call }) => call);
  }

  /** Answers as soon as something is held, at the latest after this many seconds. */
  async wait(seconds: number, signal: AbortSignal): Promise<HeldCall[]> {
    if (this.#held.size === 0 && seconds > 0) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, seconds * 1000);
        this.#waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
    return this.list();
  }

  release(id: string, drop: boolean): boolean {
    const held = this.#held.get(id);
    held?.end(drop ? 'drop' : 'release');
    return held !== undefined;
  }

  releaseAll(drop: boolean): number {
    const all = [...this.#held.values()];
    for (const { end } of all) end(drop ? 'drop' : 'release');
    return all.length;
  }

  /** At the end of the simulator: connections are destroyed and nobody waits any longer. */
  close(): void {
    this.releaseAll(true);
    for (const wake of this.#waiting) wake();
  }
}
