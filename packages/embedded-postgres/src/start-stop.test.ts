import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConnection } from './index.ts';
import { dataDir, isRunning, query, remember, remembered, start, startService, useFolders } from './test-support.ts';

useFolders();

test('the first start makes a durable, private database', async () => {
  const database = await start();
  expect(database).toMatchObject({ adopted: false, isUp: true, user: 'hubbub_owner', database: 'hubbub' });

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
    ...{ url, socketDir, port, user: 'hubbub_owner', database: 'hubbub' },
    postgresPid: pid,
    servicePid: process.pid,
  });

  await Promise.all([database.stop(), database.stop()]);
  expect(await isRunning(pid)).toBe(false);
  expect(database.isUp).toBe(false);
  expect(await readConnection(dataDir)).toBeUndefined();
  await expect(stat(socketDir)).rejects.toThrow('ENOENT');
});

test('a restart keeps the data and takes other settings', async () => {
  const first = await start();
  await remember(first);
  await first.stop();

  const second = await start({ settings: { work_mem: '7MB' } });
  expect(second.adopted).toBe(false);
  expect(await remembered(second)).toBe(1);
  expect(await query(second, async (sql) => (await sql`show work_mem`)[0]?.work_mem)).toBe('7MB');
});

test('a second start says who uses the folder', async () => {
  const database = await start();
  await expect(start()).rejects.toMatchObject({
    code: 'in_use',
    message: expect.stringMatching(new RegExp(`^The data folder .* is in use .*pid ${process.pid}.*DATA_DIR`)),
  });
  expect(await query(database, async (sql) => (await sql`select 1 as one`)[0]?.one)).toBe(1);
});

test('a start right after a stop waits for its end', async () => {
  const first = await start();
  await remember(first);
  const ending = first.stop();
  const second = await start();
  await ending;
  expect(await remembered(second)).toBe(1);
  expect(second.pid).not.toBe(first.pid);
});

test('several first starts at once make one database, and one of them wins', async () => {
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

test('a start that is given up leaves nothing running', async () => {
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

test('what a killed first start left is removed', async () => {
  await mkdir(path.join(dataDir, 'pg.new-99999999-abcd', 'base'), { recursive: true });
  await start();
  expect(await readdir(dataDir)).not.toContain('pg.new-99999999-abcd');
});
