import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { assertKnownMigrations } from '../../src/backup/load-database.ts';
import type { Manifest } from '../../src/backup/manifest.ts';
import { EARLIER_COMMIT } from '../../src/db/bridge/bridge.ts';
import { asOwner } from '../../src/db/inspect.ts';
import { MIGRATIONS_DIR, migrate } from '../../src/db/migrate.ts';
import { giveEarlierRole, writeEarlierMigrations } from '../database/earlier-migrations.ts';
import { temporaryFolder, useProcesses } from '../start/processes.fixture.ts';
import { json, ordinaryDatabase, rejection, rowsAt } from './installation.fixture.ts';

useProcesses();
const templateUrl = inject('templateUrl');

test('a backup of an earlier schema is restored into that of today', async () => {
  const before = {
    ...(await ordinaryDatabase(templateUrl)),
    DATA_DIR: temporaryFolder(),
    SECRETS_KEY: 'ab'.repeat(32),
  };
  const folder = join(temporaryFolder(), 'migrations');
  mkdirSync(folder);
  for (const name of readdirSync(MIGRATIONS_DIR))
    if (name < '0008') copyFileSync(join(MIGRATIONS_DIR, name), join(folder, name));
  await migrate(before.DATABASE_URL, { folder });
  const client = new pg.Client({ connectionString: before.DATABASE_URL });
  await client.connect();
  await client.query(`begin; set local role hubbub_workers;
    insert into workspaces (id, name, plan) values ('ws_1', 'Old', 'pro');
    insert into owners (workspace_id, id) values ('ws_1', 'usr_1');
    insert into tenants (tenant_id, workspace_id, mode, world, plan, workspace_created_at, period_start) values
      ('ten_1', 'ws_1', 'live', null, 'pro', now(), now()), ('ten_2', 'ws_1', 'test', 'w_1', 'pro', now(), now());
    insert into brands (tenant_id, id, name) values ('ten_1', 'brand_1', 'Tab\t, line\\nand \\\\ back');
    insert into media (tenant_id, id, filename, content_type, size_bytes, status) values ('ten_1', 'med_1', 'a.jpg', 'image/jpeg', 5, 'ready');
    commit`);
  await client.end();

  const location = join(temporaryFolder(), 'backups');
  const { missing } = await json(['backup', location], before);
  expect(missing).toBe(1);
  expect((await rowsAt(before.DATABASE_URL, 'select max(name) as last from brands'))[0].last).toContain('Tab');
  const target = {
    ...(await ordinaryDatabase(templateUrl)),
    DATA_DIR: temporaryFolder(),
    SECRETS_KEY: 'ab'.repeat(32),
  };
  expect((await json(['restore', location], target)).missing).toEqual(['ten_1/med_1']);
  const at = (text: string) => rowsAt(target.DATABASE_URL, text);
  expect(await at('select name from brands')).toEqual(await rowsAt(before.DATABASE_URL, 'select name from brands'));
  expect(await at(`select plan, seq >= 1000000000 as has_jumped from tenants where tenant_id = 'ten_1'`)).toEqual([
    { plan: 'pro', has_jumped: true },
  ]);
  expect(await at(`select world is not null as has_world from tenants where mode = 'test'`)).toEqual([
    { has_world: true },
  ]);
  expect(await at('select relname from pg_class where relrowsecurity and not relforcerowsecurity')).toEqual([]);
  const applied = new pg.Client({ connectionString: target.DATABASE_URL });
  await applied.connect();
  const { rows } = await applied.query('select name from migrations order by name');
  await applied.end();
  expect(rows.map(({ name }) => name)).toEqual(readdirSync(MIGRATIONS_DIR).sort());
  expect(await rejection(['restore', location], target)).toContain('has workspaces already');
}, 120_000);

test('a database from before the baseline is backed up, and its backup restored, by the earlier commit only', async () => {
  const before = { ...(await ordinaryDatabase(templateUrl)), DATA_DIR: temporaryFolder() };
  const folder = temporaryFolder();
  const owner = /\/\/(\w+):/.exec(before.DATABASE_URL)?.[1] ?? '';
  await asOwner(templateUrl, (server) => giveEarlierRole(server, owner));
  const migrations = writeEarlierMigrations(folder);
  await migrate(before.DATABASE_URL, { folder });
  const location = join(temporaryFolder(), 'backups');
  expect(await rejection(['backup', location], before)).toContain(
    'Use the Hubbub that last ran on it, or start this one first.',
  );
  await expect(assertKnownMigrations({ migrations, version: '0.1.0' } as unknown as Manifest)).rejects.toThrow(
    `Restore it with Hubbub of the commit ${EARLIER_COMMIT}, then start this one.`,
  );
});
