import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type EmbeddedPostgres, readConnection } from './index.ts';
import {
  base,
  dataDir,
  isRunning,
  query,
  remember,
  remembered,
  start,
  startProcess,
  startService,
  until,
  useFolders,
} from './test-support.ts';

useFolders({ withDatabase: true });

const killDatabase = async (database: EmbeddedPostgres) => process.kill(database.pid, 'SIGKILL');

const endLockConnection = (database: EmbeddedPostgres) =>
  query(database, (sql) => {
    return sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'embedded postgres service%'`;
  });

test('the database of a killed service is taken over', async () => {
  const { service, postgresPid } = await startService();
  service.kill('SIGKILL');

  const database = await start();
  expect(database).toMatchObject({ adopted: true, pid: postgresPid });
  expect((await readConnection(dataDir))?.servicePid).toBe(process.pid);
  await remember(database);

  await database.stop();
  expect(await isRunning(postgresPid)).toBe(false);
  expect(await remembered(await start())).toBe(1);
});

test('signals of the terminal do not reach the database', async () => {
  const { service, postgresPid } = await startService();
  process.kill(-Number(service.pid), 'SIGINT');
  await until(() => service.signalCode === 'SIGINT');
  await sleep(100);
  expect(await isRunning(postgresPid)).toBe(true);
});

test('a killed database comes back at the same address, with the lock', async () => {
  const database = await start();
  await remember(database);
  const { pid, socketDir } = database;
  const seen: string[] = [];
  database.onDown(() => seen.push(`down ${database.isUp}`));
  database.onUp(() => seen.push(`up ${database.isUp}`));

  process.kill(pid, 'SIGKILL');
  await until(() => seen.length === 2);
  expect(seen).toEqual(['down false', 'up true']);
  expect(database.pid).not.toBe(pid);
  expect(database.socketDir).toBe(socketDir);
  expect(await remembered(database)).toBe(1);
  await until(async () => (await readConnection(dataDir))?.postgresPid === database.pid);
  await expect(start()).rejects.toMatchObject({ code: 'in_use' });
});

test('a database that was asked to stop comes back', async () => {
  const database = await start();
  const { pid } = database;
  const isUpAgain = new Promise<void>((resolve) => database.onUp(resolve));
  process.kill(pid, 'SIGTERM');
  await isUpAgain;
  expect(database.pid).not.toBe(pid);
  await remember(database);
});

test('a lost lock connection is made again', async () => {
  const database = await start();
  const isUpAgain = new Promise<void>((resolve) => database.onUp(resolve));
  const { pid } = database;
  await endLockConnection(database);
  await isUpAgain;
  expect(database).toMatchObject({ pid, isUp: true });
  await expect(start()).rejects.toMatchObject({ code: 'in_use' });
});

test('stop during a recovery ends everything', async () => {
  for (const harm of [killDatabase, endLockConnection]) {
    const database = await start();
    const isDown = new Promise((resolve) => database.onDown(resolve));
    await harm(database);
    await isDown;
    await database.stop();
    expect(await isRunning(database.pid)).toBe(false);
  }
  await remember(await start());
});

test('the next start recovers after service and database were killed', async () => {
  const { service, postgresPid } = await startService();
  service.kill('SIGKILL');
  process.kill(postgresPid, 'SIGKILL');
  const database = await start();
  expect(database.adopted).toBe(false);
  await remember(database);
});

test('a service that lost its folder to another one reports it and leaves the database alone', async () => {
  const { service, line, postgresPid } = await startService();
  service.kill('SIGSTOP');
  process.kill(postgresPid, 'SIGKILL');
  const database = await start();
  service.kill('SIGCONT');
  expect(await line()).toBe('lost');
  expect(database.isUp).toBe(true);
  await remember(database);
});

test('process ids that other programs reuse do not prevent a start', async () => {
  const { service, postgresPid } = await startService();
  const { socketDir, port } = (await readConnection(dataDir)) ?? {};
  service.kill('SIGKILL');
  process.kill(postgresPid, 'SIGKILL');
  const visitor = startProcess(['--eval', 'setTimeout(() => {}, 60_000)']);
  for (const file of [path.join(dataDir, 'pg', 'postmaster.pid'), `${socketDir}/.s.PGSQL.${port}.lock`]) {
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(visitor.pid)));
  }
  await remember(await start());
});

test('a copy of a running folder is not mistaken for the original', async () => {
  const original = await start();
  await remember(original);
  await query(original, (sql) => sql`checkpoint`);
  const copied = path.join(base, 'copied');
  await cp(dataDir, copied, { recursive: true, preserveTimestamps: true });
  await chmod(path.join(copied, 'pg'), 0o700);

  const copy = await start({ dataDir: copied });
  expect(copy).toMatchObject({ adopted: false });
  expect(copy.pid).not.toBe(original.pid);
  expect(copy.socketDir).not.toBe(original.socketDir);
  expect(await remembered(copy)).toBe(1);
});
