import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Options = { readonly type: 'minor' } | { readonly type: 'major'; readonly flavor: 'last-resort' };

const MINOR_EVERY_BYTES = 8 * 1024 * 1024;

let collect: ((options: Options) => void) | undefined;
let uncollectedBytes = 0;

/** Runs V8's garbage collector now: over the youngest objects, or over all to return as much memory as possible. */
export function collectGarbage(options: Options): void {
  collect ??= exposedCollector();
  collect(options);
}

/**
 * Counts buffers that were only passed on, and collects the young ones after every 8 MiB. V8 does not count buffers as
 * young garbage: left alone it marks the whole heap every 60 ms of an upload, and holds 60 to 130 MiB. One young
 * collection takes 1 ms.
 */
export function countPassedBytes(bytes: number): void {
  uncollectedBytes += bytes;
  if (uncollectedBytes < MINOR_EVERY_BYTES) return;
  uncollectedBytes = 0;
  collectGarbage({ type: 'minor' });
}

function exposedCollector(): (options: Options) => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: Options) => void;
  setFlagsFromString('--no-expose-gc');
  return gc;
}
