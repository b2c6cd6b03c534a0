import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { EMBEDDED_DATABASE } from '../src/config/embedded-database.ts';
import { migrate } from '../src/db/migrate.ts';
import { dropDatabase } from './drop-database.ts';
import { copyInitialisedFolder, makeInitialisedFolder } from './initialised-folder.ts';
import { makeRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether files of one worker use its services one after the other. */
    keepsServices: boolean;
    /** A folder of this run, removed at its end. */
    runFolder: string;
    /** A migrated, empty database; each test file makes its own from it. */
    templateUrl: string;
    /** A stopped data folder with a migrated, empty database; tests of processes start from a copy. */
    initialisedFolder: string;
  }
}

export const TEMPLATE = 'hubbub_template';

/** One PostgreSQL for all test files: the embedded one, or the server of TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, folder, initialisedFolder, stop } = await startTemplate();
  project.provide('keepsServices', project.config.isolate === false);
  project.provide('runFolder', folder);
  project.provide('templateUrl', url);
  project.provide('initialisedFolder', initialisedFolder);
  return stop;
}

export interface Template {
  readonly url: string;
  readonly folder: string;
  readonly initialisedFolder: string;
  readonly stop: () => Promise<void>;
}

/** A server with the migrated, empty database that others are made from. */
export async function startTemplate(): Promise<Template> {
  const folder = await makeRunFolder();
  const initialisedFolder = join(folder, 'initialised');
  await makeInitialisedFolder(initialisedFolder);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '')
    return {
      url: await makeTemplate(given),
      folder,
      initialisedFolder,
      async stop() {
        await dropLeftDatabases(given);
        await removeFolder();
      },
    };
  const dataDir = join(folder, 'server');
  copyInitialisedFolder(initialisedFolder, dataDir);
  // The data of a test run need not be durable.
  const postgres = await startEmbeddedPostgres({
    ...EMBEDDED_DATABASE,
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  return {
    url: await makeTemplate(postgres.url),
    folder,
    initialisedFolder,
    async stop() {
      await postgres.stop();
      await removeFolder();
    },
  };
}

async function makeTemplate(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await dropDatabase(client, TEMPLATE);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = withDatabase(url, TEMPLATE);
  await migrate(template);
  return template;
}

/** Those of the services that the workers have kept to the end. */
async function dropLeftDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^t_[0-9a-f]{16}$'`,
  );
  for (const { datname } of rows) await dropDatabase(client, datname);
  await client.end();
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`);
}
