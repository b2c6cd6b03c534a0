import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Options = { readonly type: 'minor' } | { readonly type: 'major'; readonly flavor: 'last-resort' };

let collect: ((options: Options) => void) | undefined;

/** Runs V8's collector now: through the newest objects, or through everything to give back what can be given back. */
export function collectGarbage(options: Options): void {
  collect ??= exposed();
  collect(options);
}

function exposed(): (options: Options) => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: Options) => void;
  setFlagsFromString('--no-expose-gc');
  return gc;
}
