import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dropDatabase } from '../../test/drop-database.ts';
import { withDatabase } from '../../test/global-setup.ts';
import { flush, type Statement } from './flush.ts';

const name = `flush_${randomBytes(6).toString('hex')}`;
let owner: pg.Client;
let client: pg.Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: withDatabase(inject('templateUrl'), 'postgres') });
  await owner.connect();
  await owner.query(`create database ${name}`);
  client = new pg.Client({
    connectionString: withDatabase(inject('templateUrl'), name),
    pipeline: true,
  } as pg.ClientConfig);
  await client.connect();
  await client.query('create table things (id integer primary key, label text)');
});

afterAll(async () => {
  await client.end();
  await dropDatabase(owner, name);
  await owner.end();
});

const statement = (text: string, ...values: unknown[]): Statement => ({ name: `n${text}`.slice(0, 60), text, values });
const insert = (id: number) => statement('insert into things values ($1, $2)', id, 'x');
const labels = async () => (await flush(client, [statement('select id, label from things order by id')]))[0];

test('rows come back in the order of the statements, on the first use and later', async () => {
  for (let round = 0; round < 3; round++) {
    const rows = await flush(client, [
      { ...statement('select 1 as unread'), isSilent: true },
      statement('select $1::int as a, $2::text as b', round, 'text'),
      statement('update things set label = label where false'),
      statement('select n from generate_series(1, 2) n'),
    ]);
    expect(rows).toEqual([[], [{ a: round, b: 'text' }], [], [{ n: 1 }, { n: 2 }]]);
  }
});

test('values keep their type', async () => {
  const at = new Date('2026-03-01T12:34:56.780Z');
  const texts = ['plain', 'with "quotes" and \\', 'a,b', '', null, '{}'];
  const [[row] = []] = await flush(client, [
    statement(
      `select $1::timestamptz as at, $2::text[] as texts, $3::bytea as bytes, $4::jsonb as json, $5::int as nothing,
       $6::bool as yes, $7::bigint as count, 'infinity'::timestamptz as never, '0044-03-15 00:00:00+00'::timestamptz as long_ago`,
      at,
      texts,
      Buffer.from([0, 255]),
      { a: [1] },
      undefined,
      true,
      2 ** 40,
    ),
  ]);
  expect(row).toEqual({
    at,
    texts,
    bytes: Buffer.from([0, 255]),
    json: { a: [1] },
    nothing: null,
    yes: true,
    count: 2 ** 40,
    never: Number.POSITIVE_INFINITY,
    long_ago: new Date('0044-03-15T00:00:00Z'),
  });
});

test('one flush commits as a whole or not at all', async () => {
  await expect(flush(client, [insert(1), insert(2), insert(1)])).rejects.toMatchObject({ code: '23505' });
  expect(await labels()).toEqual([]);
  await flush(client, [insert(1), insert(2)]);
  expect(await labels()).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test('settings of a flush end with it', async () => {
  const show = statement("select current_setting('app.tenant', true) as tenant");
  const set = statement("select set_config('app.tenant', $1, true)", 'me');
  expect((await flush(client, [set, show]))[1]).toEqual([{ tenant: 'me' }]);
  expect((await flush(client, [show]))[0]).not.toEqual([{ tenant: 'me' }]);
});

test('statements of a flush that failed can be sent again', async () => {
  const broken = statement('select 1 / $1::int as ratio', 0);
  const later = statement('select 7 as seven');
  await expect(flush(client, [broken, later])).rejects.toMatchObject({ code: '22012' });
  expect(await flush(client, [later])).toEqual([[{ seven: 7 }]]);
  expect(await flush(client, [{ ...broken, values: [2] }, later])).toEqual([[{ ratio: 0 }], [{ seven: 7 }]]);
  await expect(flush(client, [statement('selec')])).rejects.toMatchObject({ code: '42601' });
  await expect(flush(client, [statement('selec')])).rejects.toMatchObject({ code: '42601' });
});

test('a value that cannot be sent is rejected before anything is sent', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  await expect(flush(client, [insert(3), statement('select $1::jsonb as j', circle)])).rejects.toThrow(/circular/);
  expect(await flush(client, [statement('select count(*)::int as n from things where id = 3')])).toEqual([[{ n: 0 }]]);
});

test('an explicit transaction spans flushes and can be rolled back after a failure', async () => {
  const [begin, rollback] = [statement('begin'), statement('rollback')];
  await flush(client, [begin, insert(4)]);
  await expect(flush(client, [insert(4)])).rejects.toMatchObject({ code: '23505' });
  await flush(client, [rollback]);
  expect(await labels()).toHaveLength(2);
});
