import { collectGarbage } from './lib/collect-garbage.ts';

const AFTER_MS = 3000;

/** Gives back the memory that starting needed: an idle process collects no garbage by itself. */
export function forgetStart(): void {
  setTimeout(() => collectGarbage({ type: 'major', flavor: 'last-resort' }), AFTER_MS).unref();
}
