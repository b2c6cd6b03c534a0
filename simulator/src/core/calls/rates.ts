import type { Clock, Rate, Settings } from '../world/world.ts';

/** Fixed windows that start with the first use; in memory, forgotten by a restart. */
export class Rates {
  readonly #windows = new Map<string, { used: number; resetAt: number }>();
  readonly #clock: Clock;
  readonly #settings: Settings;

  constructor(clock: Clock, settings: Settings) {
    this.#clock = clock;
    this.#settings = settings;
  }

  use(key: string, limit: number, windowSeconds: number): Rate {
    const now = this.#clock.now();
    let window = this.#windows.get(key);
    if (!window || window.resetAt <= now) {
      this.#forgetPast(now);
      window = { used: 0, resetAt: now + windowSeconds * 1000 };
      this.#windows.set(key, window);
    }
    if (this.#settings.rate_limits) window.used += 1;
    return {
      limit,
      remaining: Math.max(0, limit - window.used),
      resetAt: window.resetAt,
      exceeded: this.#settings.rate_limits && window.used > limit,
    };
  }

  #forgetPast(now: number): void {
    if (this.#windows.size < 1_000) return;
    for (const [key, { resetAt }] of this.#windows) if (resetAt <= now) this.#windows.delete(key);
  }
}
