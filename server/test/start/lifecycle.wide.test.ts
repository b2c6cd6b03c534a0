import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliversComments } from '../../src/core/connector.ts';
import { walkthrough } from '../../src/startup/walkthrough.ts';
import { createClient, until } from '../harness.ts';
import { worldOf } from '../world.ts';
import { initialisedFolder, postgresOf, startService, temporaryFolder, useProcesses } from './processes.fixture.ts';
import { open, publish } from './walkthrough.fixture.ts';

useProcesses();

test('SIGTERM lets a running publication finish, and its caller gets the response', async () => {
  const dataDir = initialisedFolder();
  const service = await startService({ DATA_DIR: dataDir });
  const { simulator_url: root } = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8'));
  const { control } = await worldOf(service, root);
  await control('POST', 'faults', {
    kind: 'hold',
    when: 'before',
    operation: 'publish',
    platform: 'twitter',
  });
  const published = publish(service, 'in the drain');
  const { held } = await control('GET', 'held?wait_seconds=20');
  expect(held).toHaveLength(1);
  // An action that waits for its platform is not running, so the drain does not wait for it.
  const others = open.length - 1;
  const entries = async () => (await control('GET', 'ledger')).entries;
  await until(async () => (await entries()).length === others, 'the others are published', 60_000);

  service.child.kill('SIGTERM');
  service.child.kill('SIGINT');
  await until(async () => service.err().includes('finishing running work'), 'it drains');
  await control('POST', 'held/release-all');
  expect((await published).status).toBe('published');
  expect(await service.ended).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
});

test('a first start prints a walkthrough that works when pasted; SIGTERM leaves nothing running; a restart keeps all data', async () => {
  const dataDir = temporaryFolder();
  const first = await startService({ DATA_DIR: dataDir });
  expect(first.key).toMatch(/^hub_test_/);
  expect(first.walkthrough.startsWith(walkthrough(first.url, first.key))).toBe(true);

  const pasted = spawnSync('bash', ['--norc', '-i'], {
    input: `${first.walkthrough}\nexit\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: dataDir, HISTFILE: '' },
  });
  const said = pasted.stdout;
  const heard = open.filter(deliversComments);
  const answering = heard.filter(({ comments }) => comments?.reply);
  expect(said.match(/"platform":"\w+","status":"published"/g)).toHaveLength(open.length);
  // One answer more: to the direct message.
  expect(said.match(/"success":true/g)).toHaveLength(answering.length + 1);
  expect(said.match(/"event":"comment.received","id":"evt_\w+","verified":true/g)).toHaveLength(heard.length);
  expect(said.match(/"event":"post.published","id":"evt_\w+","verified":true/g)).toHaveLength(1);
  expect(said.match(/"text":"(@\S+ )?By the harbour, open every day\."/g)).toHaveLength(answering.length);
  expect(said).not.toContain('"verified":false');

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, 'service.json'))).toBe(false);

  const second = await startService({ DATA_DIR: dataDir });
  expect(second.out()).toContain('npm run hubbub -- keys create --workspace first --mode test');
  expect(second.out()).not.toContain('hub_test_');
  const { body } = await createClient(second.url, first.key).get('/v1/posts');
  expect(body.data).toHaveLength(1);
});
