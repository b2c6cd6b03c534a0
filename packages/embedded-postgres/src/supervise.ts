import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './bring-up.ts';
import { EmbeddedPostgresError, reasonOf } from './errors.ts';

export interface Supervised {
  /** The running server; undefined while it is down. */
  readonly current: RunningServer | undefined;
  readonly isLost: boolean;
  readonly events: EventEmitter<{ down: [reason: string]; up: [state: RunningServer]; lost: [reason: string] }>;
  /** Ends the supervision and waits until no attempt is under way. */
  end(): Promise<void>;
}

const pauseMaxMs = 5_000;

/**
 * Watches the service lock, which is lost when the server dies. Then `bringUp` is repeated with growing pauses until the
 * lock is held again, or until another service holds it (`lost`).
 */
export function supervise(
  first: RunningServer,
  bringUp: (signal: AbortSignal) => Promise<RunningServer>,
  log: (line: string) => void,
): Supervised {
  const ending = new AbortController();
  const { signal } = ending;
  const events: Supervised['events'] = new EventEmitter();
  let current: RunningServer | undefined = first;
  let isLost = false;
  let recovery = Promise.resolve();

  const watch = (up: RunningServer) => {
    up.lock.onLost(() => {
      if (signal.aborted) return;
      current = undefined;
      recovery = recover();
    });
  };

  const recover = async () => {
    const reason = 'the connection to the database was lost';
    log(`The database is down: ${reason}; starting it again`);
    events.emit('down', reason);
    for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(2 * pauseMs, pauseMaxMs)) {
      try {
        const up = await bringUp(signal);
        current = up;
        log(`The database is up again (pid ${up.postmaster.pid})`);
        events.emit('up', up);
        watch(up);
        return;
      } catch (error) {
        if (signal.aborted) return;
        log(`The database did not come up again: ${reasonOf(error)}`);
        if (error instanceof EmbeddedPostgresError && error.code === 'in_use') {
          isLost = true;
          events.emit('lost', error.message);
          return;
        }
        await sleep(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  };

  watch(first);
  return {
    get current() {
      return current;
    },
    get isLost() {
      return isLost;
    },
    events,
    end: async () => {
      ending.abort();
      await recovery;
    },
  };
}
