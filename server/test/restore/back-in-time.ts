import pg from 'pg';
import { beginEpoch, type FoundJournal, type IntentLocation } from '../../src/suspensions/index.ts';
import { withDatabase } from '../global-setup.ts';

/** A copy of a test's database as it was at one time. */
export interface Backup {
  readonly since: Date;
  /**
   * Puts the database back to that time and begins a new epoch. The service must be stopped. `location`: where the journal
   * of intents survived.
   */
  restore(location?: IntentLocation): Promise<FoundJournal | undefined>;
  drop(): Promise<void>;
}

/** A service that a test can stop, on a database of a server where its owner may make others. */
export interface Stoppable {
  readonly databaseUrl: string;
  /** Stops it, lets something happen meanwhile, and starts it again. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
}

const nameOf = (url: string) => /\/([^/?]+)(\?.*)?$/.exec(url)?.[1] as string;

/** Copies the database of a service as it is now, while the service is stopped for a moment. */
export async function backUp(service: Stoppable): Promise<Backup> {
  const name = nameOf(service.databaseUrl);
  const copy = `${name}_backup`;
  let since = new Date();
  await service.restart(async () => {
    await disconnect(service);
    await asMaintainer(service.databaseUrl, `create database ${copy} template ${name}`);
    since = new Date();
  });
  return {
    since,
    async restore(location) {
      await disconnect(service);
      const again = [`drop database ${name} with (force)`, `create database ${name} template ${copy}`];
      await asMaintainer(service.databaseUrl, ...again);
      const client = new pg.Client({ connectionString: service.databaseUrl });
      await client.connect();
      const journal = location === undefined ? {} : { journal: { location } };
      return await beginEpoch(client, { since, ...journal }).finally(() => client.end());
    },
    drop: () => asMaintainer(service.databaseUrl, `drop database if exists ${copy} with (force)`),
  };
}

async function disconnect({ databaseUrl }: Stoppable): Promise<void> {
  await asMaintainer(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(databaseUrl)}'`,
  );
}

/** Uses the maintenance database: nobody may be connected to a template while it is copied. */
async function asMaintainer(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(databaseUrl, 'postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
