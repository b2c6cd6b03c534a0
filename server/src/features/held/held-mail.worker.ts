import type { Mail } from '../../core/tools.ts';
import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import * as mails from './held-mail.repository.ts';

export interface HeldMailTools {
  /** undefined: this installation sends no mail. */
  readonly mail: Mail | undefined;
  readonly personUrl: (path: string) => string;
}

const EVERY_MS = 5000;

/** Mails those who decide how many things wait for them: without content, and at most once an hour. */
export function createHeldMailWorker(db: Database, { mail, personUrl }: HeldMailTools): Worker<mails.Recipient> {
  let nextMs = 0;
  return {
    name: 'held-mail',
    concurrency: 2,
    async claim({ limit }) {
      if (mail === undefined || performance.now() < nextMs) return [];
      nextMs = performance.now() + EVERY_MS;
      await mails.notice(db.system);
      return mails.claim(db.system, limit);
    },
    async work({ id, name, address }) {
      const waiting = await mails.waitingFor(db.system, id);
      const total = waiting.reduce((sum, { count }) => sum + count, 0);
      if (total === 0) return;
      const lines = waiting.map(
        ({ workspace, mode, count }) => `${workspace}${mode === 'test' ? ' (test)' : ''}: ${count}`,
      );
      const what = total === 1 ? '1 thing waits for you' : `${total} things wait for you`;
      try {
        await mail?.send({
          to: address,
          subject: what,
          text: `Hello ${name},\n\n${what} to look at before anything leaves:\n\n${lines.join('\n')}\n\n${personUrl('/')}\n\nThis mail comes at most once an hour.\n`,
        });
      } catch (error) {
        await mails.putOff(db.system, id);
        throw error;
      }
    },
  };
}
