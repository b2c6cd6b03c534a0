import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../src/lib/postgres/index.ts';
import { dropDatabase } from './drop-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database that is migrated and empty, to make each test file's own from. */
    templateUrl: string;
  }
}

export const TEMPLATE = 'hubbub_template';

/** One PostgreSQL for all test files: the embedded one, or the server of TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTemplate();
  project.provide('templateUrl', url);
  return stop;
}

/** A server with the migrated, empty database that others are made from. */
export async function startTemplate(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: await makeTemplate(given), stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'hubbub-tests-'));
  // What a test run leaves behind is thrown away, so it need not be durable.
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  return {
    url: await makeTemplate(postgres.url),
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
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

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`);
}
