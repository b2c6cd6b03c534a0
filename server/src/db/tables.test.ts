import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabaseAt } from '../../test/own-database.ts';
import { OWNERS, readTables, type Table, type TableOwner, writtenColumns } from './tables.ts';

const templateUrl = inject('templateUrl');
const url = await createDatabase(templateUrl);
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(async () => {
  await client.end();
  await dropDatabaseAt(templateUrl, url);
});

test('every table has an owner: by its columns, or in OWNERS', async () => {
  const tables = await readTables(client);
  const owned = (owner: TableOwner) => tables.filter((table) => table.owner === owner).map(({ name }) => name);
  expect(owned('workspace').toSorted()).toEqual(
    expect.arrayContaining(['announcement_views', 'feedback', 'owners', 'tenants', 'workspaces']),
  );
  expect(owned('tenant')).toEqual(expect.arrayContaining(['posts', 'actions', 'events', 'media', 'webhook_endpoints']));
  const undeclared = tables.filter(({ owner, ownerColumn }) => owner !== 'tenant' && ownerColumn !== 'workspace_id');
  expect(
    undeclared.map(({ name }) => name).toSorted(),
    'OWNERS in db/tables.ts names the tables of the schema.',
  ).toEqual(Object.keys(OWNERS).toSorted());
  await client.query('create table public.unowned (word text)');
  await expect(readTables(client)).rejects.toThrow('the table unowned has no owner in db/tables.ts');
  await client.query('drop table unowned');
});

test('a table comes after those that it references, with its key and its columns', async () => {
  const tables = await readTables(client);
  const names = tables.map(({ name }) => name);
  for (const { name, references } of tables)
    for (const parent of references)
      expect(names.indexOf(parent), `${parent} before ${name}`).toBeLessThan(names.indexOf(name));
  expect(tables.find(({ name }) => name === 'tenants')).toMatchObject({
    ownerColumn: 'workspace_id',
    references: ['workspaces'],
    key: ['tenant_id'],
  });
  expect(tables.filter(({ key }) => key.length === 0).map(({ name }) => name)).toEqual([]);
  await client.query(
    'create table public.sums (tenant_id text primary key, a integer, b integer generated always as (a + 1) stored)',
  );
  const sums = (await readTables(client)).find(({ name }) => name === 'sums');
  await client.query('drop table public.sums');
  expect(sums?.columns.map(({ type, isGenerated }) => [type, isGenerated])).toEqual([
    ['text', false],
    ['integer', false],
    ['integer', true],
  ]);
  expect(writtenColumns(sums as Table)).toBe('"tenant_id", "a"');
});
