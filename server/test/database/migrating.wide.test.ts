import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/config/version.ts';
import { MIGRATIONS_DIR, migrate, migrationFiles } from '../../src/db/migrate.ts';
import { startTestService } from '../harness.ts';
import { useExternalDatabases } from '../start/external-database.fixture.ts';
import { hubbub, run, temporaryFolder, useProcesses } from '../start/processes.fixture.ts';

useProcesses();
const { owner, external } = useExternalDatabases();

/** The migrations of this code and some more. */
async function folderWith(more: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  for (const name of await migrationFiles()) copyFileSync(join(MIGRATIONS_DIR, name), join(folder, name));
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a migration that waits for a long transaction lets requests go on', async () => {
  const service = await startTestService();
  const long = new pg.Client({ connectionString: service.databaseUrl });
  try {
    const { api } = await service.workspace();
    const folder = await folderWith({
      '9997-more.sql': 'alter table brands add column color text;',
      '9998-index.sql':
        'drop index concurrently if exists brands_color;\n-- Shows; that comments may hold anything.\ncreate index concurrently brands_color on brands (color);',
    });
    await long.connect();
    await long.query('begin; select count(*) from brands');
    let waits = 0;
    let isDone = false;
    const migrating = Promise.all(
      [1, 2].map(() => migrate(service.databaseUrl, { folder, version: '7.0.0', onWait: () => (waits += 1) })),
    ).finally(() => {
      isDone = true;
    });
    // These lock the table beside the long transaction. A migration in the queue before them would hold them up for ever.
    for (let count = 0; count < 40 || waits === 0; count += 1) {
      const { status } = await api.post('/v1/brands', { name: `Brand ${count}` });
      expect([201, 403, 409]).toContain(status);
    }
    expect([waits, isDone]).toEqual([1, false]);
    await long.query('commit');
    const ran = (await migrating).filter((names) => names.length > 0);
    expect(ran).toEqual([['9997-more.sql', '9998-index.sql']]);
    expect(await service.sql("select version from migrations where name > '9'")).toEqual([
      { version: '7.0.0' },
      { version: '7.0.0' },
    ]);
    const [index] = await service.sql(`select indisvalid from pg_index where indexrelid = 'brands_color'::regclass`);
    expect(index.indisvalid).toBe(true);
    await service.sql("delete from migrations where name = '9998-index.sql'");
    expect(await migrate(service.databaseUrl, { folder })).toEqual(['9998-index.sql']);
  } finally {
    await long.end();
    await service.close();
  }
}, 120_000);

test('migrate says what is pending, runs it, and an older Hubbub rejects a newer schema', async () => {
  const { name, settings } = await external('http://127.0.0.1:1');
  const files = await migrationFiles();
  const here = { ...settings, DATA_DIR: temporaryFolder() };
  const check = async () => {
    const { code, out } = await hubbub(['migrate', '--check', '--json'], here);
    return { code, ...JSON.parse(out) };
  };
  expect(await check()).toEqual({ code: 3, state: 'pending', version: VERSION, pending: files, ahead: [] });
  const text = await hubbub(['migrate', '--check'], here);
  expect(text.out).toContain(files.at(-1));
  expect(JSON.parse((await hubbub(['migrate', '--json'], here)).out)).toEqual({ version: VERSION, ran: files });
  expect((await hubbub(['migrate'], here)).out).toBe('There was nothing to migrate.\n');
  expect(await check()).toEqual({ code: 0, state: 'up_to_date', version: VERSION, pending: [], ahead: [] });

  const versions = await owner(name, async (client) => {
    const { rows } = await client.query('select distinct version from migrations');
    await client.query("insert into migrations (name, version) values ('9999-later.sql', '98.7.6')");
    return rows;
  });
  expect(versions).toEqual([{ version: VERSION }]);
  const ahead = [{ name: '9999-later.sql', version: '98.7.6' }];
  expect(await check()).toEqual({ code: 4, state: 'database_is_newer', version: VERSION, pending: [], ahead });
  const rejected = [[], ['cli', 'migrate'], ['cli', 'workspaces', 'list']].map((words) =>
    run(words, { ...here, PORT: '0' }),
  );
  for (const { ended, err } of rejected) {
    expect(await ended).toBe(1);
    expect(err()).toMatch(/^[^\n]+\n$/);
    expect(err()).toContain(`migrated by Hubbub 98.7.6 (9999-later.sql). This is Hubbub ${VERSION}`);
    expect(err()).toContain('Start Hubbub 98.7.6 or a newer one, or restore a backup from before the upgrade.');
  }
  // Migrations that ran before versions were noted are rejected as well.
  await owner(name, (client) => client.query("update migrations set version = null where name = '9999-later.sql'"));
  expect((await hubbub(['migrate'], here)).err).toContain('migrated by a newer Hubbub (9999-later.sql)');
});

test('a check of a data folder without a database makes nothing', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  const { code, out } = await hubbub(['migrate', '--check', '--json'], { DATA_DIR });
  expect([code, JSON.parse(out).state]).toEqual([3, 'pending']);
  expect((await hubbub(['migrate', '--check', '--json'], { DATA_DIR })).code).toBe(3);
});
