import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type RunningService, type ServiceOptions, startService } from './service.ts';

const LOOK_AGAIN_MS = 20;

/** Works on the PostgreSQL of a service that stands still meanwhile. */
export async function besideStillService<T>(
  options: ServiceOptions,
  work: (service: RunningService) => Promise<T>,
): Promise<T> {
  const service = await startService(options);
  try {
    await standStill(service);
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Stops it between its transactions: one that stays open would hold its rows until the database gives it up. */
async function standStill({ pid, databaseUrl }: RunningService): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    for (;;) {
      process.kill(pid, 'SIGSTOP');
      const { rows } = await owner.query(
        "select from pg_stat_activity where application_name = 'hubbub' and state <> 'idle'",
      );
      if (rows.length === 0) return;
      process.kill(pid, 'SIGCONT');
      await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    await owner.end();
  }
}
