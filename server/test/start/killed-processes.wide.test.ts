import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient, until } from '../harness.ts';
import { worldOf } from '../world.ts';
import { initialisedFolder, postgresOf, startService, useProcesses } from './processes.fixture.ts';
import { isReady, open, publish } from './walkthrough.fixture.ts';

useProcesses();

test('after kill -9 of the service the next start takes over the database and loses nothing', async () => {
  const dataDir = initialisedFolder();
  const first = await startService({ DATA_DIR: dataDir });
  const { warnings: _none, ...post } = await publish(first, 'before the kill');
  expect(post.status).toBe('published');
  const [postgres] = postgresOf(dataDir);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(postgresOf(dataDir)).toEqual([postgres]);

  const second = await startService({ DATA_DIR: dataDir });
  expect(postgresOf(dataDir)).toEqual([postgres]);
  expect((await createClient(second.url, first.key).get(`/v1/posts/${post.id}`)).body).toEqual(post);
  expect((await publish({ url: second.url, key: first.key }, 'after the kill')).status).toBe('published');
  const { control } = await worldOf({ url: second.url, key: first.key });
  const { entries } = await control('GET', 'ledger');
  expect(entries).toHaveLength(2 * open.length);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
});

test('after kill -9 of the database the service says that it is not ready, recovers, and publishes again', async () => {
  const dataDir = initialisedFolder();
  const service = await startService({ DATA_DIR: dataDir });
  const [postgres = 0] = postgresOf(dataDir);
  // Closed, so that it stays down until we have looked.
  chmodSync(join(dataDir, 'pg'), 0o000);
  process.kill(postgres, 'SIGKILL');
  await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503, 'it is not ready');
  expect((await createClient(service.url, service.key).get('/v1/posts')).body.code).toBe('unavailable');
  chmodSync(join(dataDir, 'pg'), 0o700);
  await until(() => isReady(service.url), 'it is ready again', 50_000);
  expect(postgresOf(dataDir)).not.toContain(postgres);
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  expect((await publish(service, 'after the database came back')).status).toBe('published');
});
