import type { CallsLeft } from '../core/connector.ts';
import type { CallLimit, Pace } from '../core/inbound/polling.ts';

/** The pause grows with the time in which nothing happened: one tenth of it. */
const IDLE_PART = 0.1;

/** Seconds until an account is asked again, `idleSeconds` after something last happened there. */
export function pauseSeconds({ busySeconds, quietSeconds }: Pace, idleSeconds: number): number {
  return Math.min(Math.max(idleSeconds * IDLE_PART, busySeconds), Math.max(quietSeconds, busySeconds));
}

/**
 * Seconds that a reading of `calls` calls must wait, so that half of the window's calls stay for publishing and answering.
 * The first quarter may be used at once; the second is spread until the window ends.
 */
export function budgetSeconds({ limit, remaining, resetSeconds }: CallsLeft, calls: number): number {
  const ours = remaining - limit / 2;
  if (ours >= limit / 4) return 0;
  return ours < calls ? resetSeconds : Math.min((resetSeconds * calls) / ours, resetSeconds);
}

/** The end of the window that a time falls into, and the seconds until then. */
export function windowAt({ seconds }: CallLimit, now: Date): { end: Date; resetSeconds: number } {
  const at = now.getTime() / 1000;
  const end = (Math.floor(at / seconds) + 1) * seconds;
  return { end: new Date(end * 1000), resetSeconds: end - at };
}
