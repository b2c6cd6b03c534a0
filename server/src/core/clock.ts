/** The only source of wall time in the code. A test tenant's clock may run ahead by its own offset. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds of a monotonic clock, for deadlines and durations. */
export function monotonicMs(): number {
  return performance.now();
}

/** A clock that runs `offsetSeconds` ahead of another. */
export function offsetClock(clock: Clock, offsetSeconds: number): Clock {
  return offsetSeconds === 0 ? clock : { now: () => new Date(clock.now().getTime() + offsetSeconds * 1000) };
}
