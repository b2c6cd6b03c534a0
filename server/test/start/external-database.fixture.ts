import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { dropDatabase } from '../drop-database.ts';
import { withDatabase } from '../global-setup.ts';

/** Empty databases of an external server. They are dropped after the tests of the file. */
export function useExternalDatabases() {
  const databases: string[] = [];
  afterAll(() =>
    owner('postgres', async (client) => {
      for (const name of databases) await dropDatabase(client, name);
    }),
  );

  async function owner<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: withDatabase(inject('templateUrl'), database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** A database, as settings of a service. */
  async function external(simulatorUrl: string): Promise<{ name: string; settings: Record<string, string> }> {
    const name = `external_${randomBytes(6).toString('hex')}`;
    databases.push(name);
    await owner('postgres', (client) => client.query(`create database ${name}`));
    const DATABASE_URL = withDatabase(inject('templateUrl'), name);
    return {
      name,
      settings: { DATABASE_URL, SIMULATOR_URL: simulatorUrl, SECRETS_KEY: randomBytes(32).toString('hex') },
    };
  }

  return { owner, external };
}
