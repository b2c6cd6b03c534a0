import { settledWithin } from './settled-within.ts';

export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs work under one key one after the other, in the order of the calls; other keys do not wait. Work that has waited
 * `waitMsMax` for the work before it is not run, and `tooLong()` is thrown.
 */
export function createKeyedMutex(waitMsMax: number, tooLong: () => Error): KeyedMutex {
  const tails = new Map<string, Promise<void>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const tail = before === undefined ? ended : before.then(() => ended);
    tails.set(key, tail);
    tail.then(() => tails.get(key) === tail && tails.delete(key));
    try {
      if (before !== undefined && !(await settledWithin(before, waitMsMax))) throw tooLong();
      return await work();
    } finally {
      end();
    }
  };
}
