import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_MS = 3000;

/** Gives back the memory that starting needed: an idle process collects no garbage by itself. */
export function forgetStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options?: object) => void;
    collect({ type: 'major', flavor: 'last-resort' });
  }, AFTER_MS).unref();
}
