import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { asOwner } from '../../src/db/inspect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createEmptyDatabase, dropDatabaseAt } from '../own-database.ts';
import { readCatalogue } from './catalogue.ts';
import { writeEarlierMigrations } from './earlier-migrations.ts';

const templateUrl = inject('templateUrl');

/** An empty database of this test. */
async function emptyDatabase(): Promise<string> {
  const url = await createEmptyDatabase(templateUrl);
  onTestFinished(() => dropDatabaseAt(templateUrl, url));
  return url;
}

/** A database as the migrations before the baseline made it. */
async function earlierDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = writeEarlierMigrations(folder);
  const url = await emptyDatabase();
  expect(await migrate(url, { folder, withLogins: false })).toEqual(names);
  return url;
}

test('the baseline makes what the migrations before it made', async () => {
  const earlier = await asOwner(await earlierDatabase(), async (client) => {
    await client.query('alter domain action_status validate constraint action_status_check');
    return readCatalogue(client);
  });
  const fresh = await asOwner(templateUrl, readCatalogue);
  const isMigration = (line: string) => line.startsWith('migration ');
  expect(earlier.filter((line) => !isMigration(line))).toEqual(fresh.filter((line) => !isMigration(line)));
});
