import { setImmediate as nextRound } from 'node:timers/promises';

const sliceMs = 10;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in a round of the event loop in which no other slice runs. Turns are taken in the order of the calls. */
export function turn(): Promise<void> {
  const own = lastTurn.then(() => nextRound());
  lastTurn = own;
  return own;
}

/**
 * Divides long work into slices, between which others have their turn:
 * `if (slice.isOver) await slice.next()` after each step.
 */
export class Slice {
  #startedMs = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#startedMs > sliceMs;
  }

  async next(): Promise<void> {
    await turn();
    this.#startedMs = performance.now();
  }
}
