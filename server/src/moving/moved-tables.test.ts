import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createDatabase, dropDatabaseAt } from '../../test/own-database.ts';
import { readTables } from '../db/tables.ts';
import { LAST_ROWS, movedTables, STAYS_BEHIND } from './moved-tables.ts';

test('every table of a workspace moves with all its columns, or stays behind for a reason', async () => {
  const url = await createDatabase(inject('templateUrl'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await readTables(client);
  const { rows } = await client.query(`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attname in ('tenant_id', 'workspace_id') and not a.attisdropped) order by 1`);
  const collated = await client.query<{
    name: string;
  }>(`select c.relname || '.' || a.attname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_collation o on o.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped and o.collname = 'C'
      and a.attname ~ '^(id|batch|.*_id)$' order by (c.relname || '.' || a.attname) collate "C"`);
  const triggers = await client.query(`select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgtype & 4 = 4 order by 1`);
  await client.end();
  await dropDatabaseAt(inject('templateUrl'), url);

  const owned = rows.map(({ name }) => name as string);
  const moved = movedTables(tables);
  const names = moved.map(({ name }) => name);
  expect(
    [...names, ...Object.keys(STAYS_BEHIND)].toSorted(),
    'Say in moving/moved-tables.ts why a table stays behind, or remove one that is gone.',
  ).toEqual(['workspaces', ...owned].toSorted());
  for (const { name, columns } of moved) {
    const all = tables.find((table) => table.name === name)?.columns.filter(({ isGenerated }) => !isGenerated);
    expect(columns, name).toEqual(all?.map((column) => column.name));
  }
  const ids = moved.flatMap(({ name, idColumns }) => idColumns.map((column) => `${name}.${column}`));
  const others = [
    'actions.destination_id',
    'audit.actor_id',
    'audit.resource_id',
    'billing_customers.id',
    'erasures.id',
  ];
  expect([...ids, ...others].toSorted(), 'Say in moving/moved-tables.ts which ids are not ours.').toEqual(
    collated.rows.map(({ name }) => name).filter((name) => moved.some((table) => name.startsWith(`${table.name}.`))),
  );
  expect(names.slice(-3)).toEqual(Object.keys(LAST_ROWS));
  expect(
    [...new Set(triggers.rows.map(({ name }) => name))],
    'A trigger that writes rows when a row is inserted: what it writes must come later in moving/moved-tables.ts.',
  ).toEqual([
    'accounts',
    'actions',
    'conversations',
    'deliveries',
    'inbox_posts',
    'media',
    'posts',
    'tenants',
    'webhook_endpoints',
  ]);
});
