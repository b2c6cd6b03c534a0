import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConnection } from './index.ts';
import { dataDir, isRunning, query, remember, start, startService, useFolders } from './test-support.ts';

useFolders();

test('the first start creates a durable, private database', async () => {
  const database = await start();
  expect(database).toMatchObject({ adopted: false, isUp: true, user: 'postgres', database: 'postgres' });

  const row = await query(database, async (sql) => {
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'autovacuum',
      'jit',
      'listen_addresses',
    ];
    const settings = await sql`select name, setting from pg_settings where name = any(${names})`;
    const [locale] = await sql`
      select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale, datcollate
      from pg_database where datname = current_database()`;
    return { ...locale, ...Object.fromEntries(settings.map(({ name, setting }) => [name, setting])) };
  });
  expect(row).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    autovacuum: 'on',
    jit: 'off',
    listen_addresses: '',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    datcollate: 'C',
  });

  expect((await stat(database.socketDir)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dataDir, 'connection.json'))).mode & 0o777).toBe(0o600);
  const { url, socketDir, port, pid } = database;
  expect(await readConnection(dataDir)).toEqual({
    ...{ url, socketDir, port, user: 'postgres', database: 'postgres' },
    postgresPid: pid,
    servicePid: process.pid,
  });

  await Promise.all([database.stop(), database.stop()]);
  expect(await isRunning(pid)).toBe(false);
  expect(database.isUp).toBe(false);
  expect(await readConnection(dataDir)).toBeUndefined();
  await expect(stat(socketDir)).rejects.toThrow('ENOENT');
});

test('the names of the user and of the database can be chosen', async () => {
  const database = await start({ user: 'some owner', database: 'some-data' });
  const [row] = await query(database, (sql) => sql`select current_user as user, current_database() as database`);
  expect(row).toEqual({ user: 'some owner', database: 'some-data' });
  expect(new URL(database.url)).toMatchObject({ username: 'some%20owner', pathname: '/some-data' });
});

test('concurrent first starts create one database, and one of them wins', async () => {
  const outcomes = await Promise.all([
    start().then(
      () => 'started',
      (error) => error.code,
    ),
    start().then(
      () => 'started',
      (error) => error.code,
    ),
    startService().then(({ outcome, word }) => (outcome === 'started' ? outcome : word)),
  ]);
  expect(outcomes.sort()).toEqual(['in_use', 'in_use', 'started']);
  const names = await readdir(dataDir);
  expect(names.filter((name) => name.startsWith('pg'))).toEqual(['pg']);
});

test('an aborted start leaves nothing running', async () => {
  for (const afterMs of [50, 300, 600]) {
    const signal = AbortSignal.timeout(afterMs);
    await start({ signal }).then(
      (database) => database.stop(),
      (error) => expect(error.name).toBe('TimeoutError'),
    );
    await expect(stat(path.join(dataDir, 'pg', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  }
  await remember(await start());
});

test('the remains of a killed first start are removed', async () => {
  await mkdir(path.join(dataDir, 'pg.new-99999999-abcd', 'base'), { recursive: true });
  await start();
  expect(await readdir(dataDir)).not.toContain('pg.new-99999999-abcd');
});
