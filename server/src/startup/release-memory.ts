import { collectGarbage } from '@hubbub/file-storage';

const DELAY_MS = 3000;

/** Collects all garbage once, shortly after the start. An idle process would keep the memory that starting needed. */
export function releaseStartupMemory(): void {
  setTimeout(() => collectGarbage({ type: 'major', flavor: 'last-resort' }), DELAY_MS).unref();
}
