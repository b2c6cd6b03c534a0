import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type RunningService, type ServiceOptions, startService } from './service.ts';

const RETRY_MS = 20;

/** Runs the work on the PostgreSQL of a paused service. */
export async function withPausedService<T>(
  options: ServiceOptions,
  work: (service: RunningService) => Promise<T>,
): Promise<T> {
  const service = await startService(options);
  try {
    await pause(service);
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Pauses the service between its transactions. An open one would keep its locks until the database ends it. */
export async function pause({ pid, databaseUrl }: RunningService): Promise<void> {
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
      await sleep(RETRY_MS);
    }
  } finally {
    await owner.end();
  }
}
