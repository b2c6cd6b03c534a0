import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { BASELINE, BRIDGE, EARLIER_COMMIT } from '../../src/db/bridge/bridge.ts';
import { openDatabase } from '../../src/db/database.ts';
import { asOwner } from '../../src/db/inspect.ts';
import { migrate, migrationFiles, migrationState } from '../../src/db/migrate.ts';
import { createEmptyDatabase, dropDatabaseAt } from '../own-database.ts';
import { differences, readCatalogue } from './catalogue.ts';
import { writeEarlierMigrations } from './earlier-migrations.ts';

const templateUrl = inject('templateUrl');
const catalogueOf = (url: string) => asOwner(url, readCatalogue);
const fresh = await catalogueOf(templateUrl);
/** What a database from before the baseline lacks. */
const LACKING = [BRIDGE, ...(await migrationFiles()).slice(BASELINE.length)];

/** A database as the migrations before the baseline made it. */
async function earlierDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = writeEarlierMigrations(folder);
  const url = await createEmptyDatabase(templateUrl);
  onTestFinished(() => dropDatabaseAt(templateUrl, url));
  expect(await migrate(url, { folder })).toEqual(names);
  return url;
}

const run = (url: string, text: string) => asOwner(url, (client) => client.query(text));

test('the baseline is the first files of a new database', async () => {
  expect((await migrationFiles()).slice(0, BASELINE.length)).toEqual(BASELINE);
  expect((await migrationFiles()).at(BASELINE.length) ?? '0009').toMatch(/^(0009|00[1-9]\d)/);
});

test('a database from before the baseline gets the catalogue of a new one', async () => {
  const url = await earlierDatabase();
  const list = readFileSync(join(import.meta.dirname, '../../src/db/bridge/earlier-migrations'), 'utf8');
  const { rows } = await run(url, 'select name from migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(list.trim().split('\n'));

  expect(await migrationState(url)).toMatchObject({ pending: LACKING, ahead: [] });
  const both = await Promise.all([1, 2].map(() => migrate(url, { version: 'today' })));
  expect(both.toSorted((one, other) => one.length - other.length)).toEqual([[], LACKING]);
  expect(differences(await catalogueOf(url), fresh)).toEqual([]);
  expect(await migrationState(url)).toMatchObject({ pending: [], ahead: [] });
  const versions = await run(url, 'select distinct version from migrations');
  expect(versions.rows).toEqual([{ version: 'today' }]);

  const db = openDatabase({ url, connectionsMax: 1, log: () => {} });
  await db.ping();
  await db.close();
});

test.each([
  ['an older set', "delete from migrations where name like '007%'"],
  ['another set', "insert into migrations (name) values ('0080-more.sql')"],
])('%s of migrations is rejected in one sentence and stays', async (_, change) => {
  const url = await earlierDatabase();
  await run(url, change);
  const before = await catalogueOf(url);
  const sentence = `the database is older than this Hubbub can take over: start Hubbub of the commit ${EARLIER_COMMIT} on it once, then this one.`;
  await expect(migrate(url)).rejects.toThrow(sentence);
  await expect(migrationState(url)).rejects.toThrow(sentence);
  expect(differences(await catalogueOf(url), before)).toEqual([]);
});

test('a crash in the middle leaves the earlier schema, and the next start crosses the bridge', async () => {
  const url = await earlierDatabase();
  // The last statement of the bridge ends its connection.
  await run(
    url,
    `create function crash() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return old; end $$;
     create trigger crash before delete on migrations for each row execute function crash()`,
  );
  const before = await catalogueOf(url);
  await expect(migrate(url)).rejects.toThrow(/terminat/);
  expect(differences(await catalogueOf(url), before)).toEqual([]);
  await run(url, 'drop trigger crash on migrations; drop function crash');
  expect(await migrate(url)).toEqual(LACKING);
  expect(differences(await catalogueOf(url), fresh)).toEqual([]);
});

test('the bridge waits for the service to stop', async () => {
  const url = await earlierDatabase();
  const before = await catalogueOf(url);
  const { rows } = await run(
    url,
    "select 'hubbub_workers_' || oid as role from pg_database where datname = current_database()",
  );
  const running = new pg.Client({ connectionString: url.replace(/\/\/[^@]+@/, `//${rows[0].role}@`) });
  await running.connect();
  await expect(migrate(url)).rejects.toThrow(
    'this upgrade needs the service stopped, and 1 connections of running Hubbub processes use the database. Stop all of them, then start again.',
  );
  expect(differences(await catalogueOf(url), before)).toEqual([]);
  await running.end();
  expect(await migrate(url)).toEqual(LACKING);
});
