import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../harness.ts';
import { initialisedFolder, postgresOf, startService, useProcesses } from './processes.fixture.ts';
import { control, open, publish } from './walkthrough.fixture.ts';

useProcesses();

test('SIGTERM lets a running publication finish, and its caller gets the response', async () => {
  const dataDir = initialisedFolder();
  const service = await startService({ DATA_DIR: dataDir });
  await control(service.url, 'POST', 'faults', {
    kind: 'hold',
    when: 'before',
    operation: 'publish',
    platform: 'twitter',
  });
  const published = publish(service, 'in the drain');
  const { held } = await control(service.url, 'GET', 'held?wait_seconds=20');
  expect(held).toHaveLength(1);
  // An action that waits for its platform is not running, so the drain does not wait for it.
  const others = open.length - 1;
  const entries = async () => (await control(service.url, 'GET', 'ledger')).entries;
  await until(async () => (await entries()).length === others, 'the others are published', 60_000);
  const simulatorUrl = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')).simulator_url;

  service.child.kill('SIGTERM');
  service.child.kill('SIGINT');
  await until(async () => service.err().includes('finishing running work'), 'it drains');
  await fetch(`${simulatorUrl}/control/held/release-all`, { method: 'POST' });
  expect((await published).status).toBe('published');
  expect(await service.ended).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
});
