import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { dropDatabase } from './drop-database.ts';
import { TEMPLATE, withDatabase } from './global-setup.ts';

/** A migrated, empty database of a test's own; its address. */
export function createDatabase(templateUrl: string): Promise<string> {
  return createFrom(templateUrl, TEMPLATE);
}

/** As `createDatabase`, without any table. */
export function createEmptyDatabase(templateUrl: string): Promise<string> {
  return createFrom(templateUrl, 'template1');
}

async function createFrom(templateUrl: string, template: string): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await asOwner(templateUrl, async (client) => {
    // The other strategy writes every page into the log, which takes twice the time.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return withDatabase(templateUrl, name);
}

export async function dropDatabaseAt(templateUrl: string, url: string): Promise<void> {
  await asOwner(templateUrl, (client) => dropDatabase(client, /\/([^/?]+)(\?.*)?$/.exec(url)?.[1] as string));
}

/** Uses the maintenance database: nobody may be connected to a template while it is copied. */
async function asOwner(templateUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
