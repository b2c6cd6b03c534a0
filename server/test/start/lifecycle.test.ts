import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { requiredOptions } from '../../src/core/required-options.ts';
import { tour } from '../../src/tour.ts';
import { type Body, createClient, until } from '../harness.ts';
import {
  postgresOf,
  ROOT,
  run,
  type Started,
  startService,
  temporaryFolder,
  useProcesses,
} from './processes.fixture.ts';

useProcesses();

/** Where a text with an image is all that a post needs: no board, no title, no option, no second image, as the tour has none. */
const open = Object.values(connectors).filter((connector) => {
  const { destinations, limits } = connector;
  const isOptional = Object.keys(requiredOptions(connector)).length === 0;
  return (
    connector.publishing !== undefined &&
    destinations !== 'boards' &&
    !limits.title.required &&
    limits.media.imagesMin <= 1 &&
    isOptional
  );
});

/** Publishes a text on every account and waits for the outcome. */
async function publish({ url, key }: Pick<Started, 'url' | 'key'>, text: string): Promise<Body> {
  const api = createClient(url, key);
  const all: Body[] = (await api.get('/v1/accounts')).body.data;
  const accounts = all.filter(({ platform }) => open.some((connector) => connector.platform === platform));
  const media = [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }];
  const targets = accounts.map(({ id }) => ({ account_id: id }));
  const answer = await api.post(
    '/v1/posts',
    { text, media, targets, publish_now: true },
    { headers: { prefer: 'wait=30' } },
  );
  return answer.body;
}

const isReady = async (url: string) => (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200;

async function control(url: string, method: string, path: string, body?: unknown): Promise<Body> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${url}/simulator/control/${path}`, { method, ...json });
  return answer.status === 204 ? undefined : answer.json();
}

test('the README shows the tour that a first start prints', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(
    readme.includes(tour('http://127.0.0.1:8080', 'hub_test_…')),
    'Copy the block of server/src/tour.ts into README.md.',
  ).toBe(true);
});

test('a first start prints a tour that works when it is pasted; SIGTERM leaves nothing running; a restart keeps all', async () => {
  const dataDir = temporaryFolder();
  const first = await startService({ DATA_DIR: dataDir });
  expect(first.key).toMatch(/^hub_test_/);
  expect(first.tour.startsWith(tour(first.url, first.key))).toBe(true);

  const pasted = spawnSync('bash', ['--norc', '-i'], {
    input: `${first.tour}\nexit\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: dataDir, HISTFILE: '' },
  });
  const said = pasted.stdout;
  const heard = open.filter(({ inbound, polling }) => inbound ?? polling);
  const answering = heard.filter(({ comments }) => comments?.reply);
  expect(said.match(/"platform":"\w+","status":"published"/g)).toHaveLength(open.length);
  expect(said.match(/"success":true/g)).toHaveLength(answering.length);
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

test('SIGTERM lets a running publication end, and its caller hears of it', async () => {
  const dataDir = temporaryFolder();
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
  // What still waits for its platform to process something is not running, so nobody waits for it in the drain.
  const others = open.length - 1;
  const entries = async () => (await control(service.url, 'GET', 'ledger')).entries;
  await until(async () => (await entries()).length === others, 'the others are published', 60_000);
  const simulatorUrl = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')).simulator_url;

  service.child.kill('SIGTERM');
  service.child.kill('SIGINT');
  await until(async () => service.err().includes('finishing what runs'), 'it drains');
  await fetch(`${simulatorUrl}/control/held/release-all`, { method: 'POST' });
  expect((await published).status).toBe('published');
  expect(await service.ended).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
});

test('SIGTERM while it starts leaves nothing running', async () => {
  const dataDir = temporaryFolder();
  const service = run([], { PORT: '0', DATA_DIR: dataDir });
  await until(async () => postgresOf(dataDir).length > 0, 'its database starts');
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.out()).toBe('');
  expect(postgresOf(dataDir)).toEqual([]);
});

test('after kill -9 of the service the next start takes over the database and loses nothing', async () => {
  const dataDir = temporaryFolder();
  const first = await startService({ DATA_DIR: dataDir });
  const post = await publish(first, 'before the kill');
  expect(post.status).toBe('published');
  const [postgres] = postgresOf(dataDir);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(postgresOf(dataDir)).toEqual([postgres]);

  const second = await startService({ DATA_DIR: dataDir });
  expect(postgresOf(dataDir)).toEqual([postgres]);
  expect((await createClient(second.url, first.key).get(`/v1/posts/${post.id}`)).body).toEqual(post);
  expect((await publish({ url: second.url, key: first.key }, 'after the kill')).status).toBe('published');
  const { entries } = await control(second.url, 'GET', 'ledger');
  expect(entries).toHaveLength(2 * open.length);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
});

test('after kill -9 of the database the service says that it is not ready, recovers, and publishes again', async () => {
  const dataDir = temporaryFolder();
  const service = await startService({ DATA_DIR: dataDir });
  const [postgres = 0] = postgresOf(dataDir);
  // Closed, so that it stays down until we have looked.
  chmodSync(join(dataDir, 'pg'), 0o000);
  process.kill(postgres, 'SIGKILL');
  await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503, 'it is not ready');
  expect((await createClient(service.url, service.key).get('/v1/posts')).body.code).toBe('unavailable');
  chmodSync(join(dataDir, 'pg'), 0o700);
  await until(() => isReady(service.url), 'it is ready again');
  expect(postgresOf(dataDir)).not.toContain(postgres);
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  expect((await publish(service, 'after the database came back')).status).toBe('published');
});

/** A runtime of the machine that is too old for the service, if there is one. */
function oldNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find(
      (path) =>
        existsSync(path) &&
        Number(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).split('.')[0]) < 24,
    );
}

test.skipIf(oldNode() === undefined)('a runtime too old says what to do in one line', async () => {
  const { ended, err, out } = run([], { DATA_DIR: join(temporaryFolder(), 'data') }, undefined, oldNode());
  expect(await ended).toBe(1);
  expect(out()).toBe('');
  expect(err()).toMatch(/^Hubbub needs Node 24 and found v\d+\.\d+\.\d+\. In .* run "npm ci".*\n$/);
});

test('missing packages are named in one line', async () => {
  const clone = temporaryFolder();
  cpSync(join(ROOT, 'server'), join(clone, 'server'), {
    recursive: true,
    filter: (path) => !/node_modules|\/test/.test(path),
  });
  cpSync(join(ROOT, 'simulator'), join(clone, 'simulator'), {
    recursive: true,
    filter: (path) => !/node_modules/.test(path),
  });
  const { ended, err } = run([], { DATA_DIR: join(clone, 'data') }, join(clone, 'server/start.mjs'));
  expect(await ended).toBe(1);
  expect(err()).toBe(`A package is missing (${/\((.*?)\)/.exec(err())?.[1]}). Run "npm ci" in ${clone}/ first.\n`);
  expect(existsSync(join(clone, 'data'))).toBe(false);
});
