import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from '../measure/contender.ts';
import { type HttpRequest, openLoad } from '../measure/load.ts';

/** Requests under way at a time, unless a case says otherwise. */
export const CONCURRENCY = 16;
/** Enough time for timers that became due during the pause. */
const SETTLE_MS = 200;

/** A server under load. It is paused while others are measured, so that its workers do not poll. */
export function httpContender(
  name: string,
  server: { readonly url: string; readonly pid: number },
  status: number,
  next: () => HttpRequest,
  concurrency = CONCURRENCY,
): Contender & { close(): Promise<void> } {
  const load = openLoad(server.url, concurrency, status, next);
  return {
    name,
    nodePid: server.pid,
    run: load.run,
    pause: () => void process.kill(server.pid, 'SIGSTOP'),
    async resume() {
      process.kill(server.pid, 'SIGCONT');
      await sleep(SETTLE_MS);
    },
    close: load.close,
  };
}
