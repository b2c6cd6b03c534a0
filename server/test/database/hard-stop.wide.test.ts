import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConnection } from '@hubbub/embedded-postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import type { Platform } from '../../src/core/platforms.ts';
import { type Body, type Client, createClient, until } from '../harness.ts';
import { copyInitialisedFolder } from '../initialised-folder.ts';
import { freePort } from '../kill/child-process.ts';
import { NODE_FLAGS } from '../node-flags.ts';
import { worldOf } from '../world.ts';

const STOPS = 20;
const START = join(import.meta.dirname, '../../start.mjs');

let folder: string;
let service: ChildProcess;
let url: string;
let api: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hubbub-stop-'));
  copyInitialisedFolder(inject('initialisedFolder'), folder);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  service = spawn(process.execPath, [...NODE_FLAGS, START], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      DEFAULT_PLAN: 'enterprise',
      KEY_REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
      LEASE_SECONDS: '3',
      LOOK_DELAY_FACTOR: '0.02',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  service.stdout?.on('data', (bytes) => {
    output += bytes;
  });
  const key = await until(async () => /hub_test_\w+/.exec(output)?.[0], 'the service is ready');
  api = createClient(url, key);
});

afterAll(async () => {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
});

test(`a database killed ${STOPS} times under load loses no acknowledged post`, { timeout: 300_000 }, async () => {
  const { control } = await worldOf({ url, key: api.key });
  await control('PUT', 'settings', { duplicate_rules: false, rate_limits: false });
  const { data } = (await api.get('/v1/accounts')).body;
  const targets = data.flatMap(({ id, platform }: Body) => {
    const { publishing, limits } = connectors[platform as Platform] ?? {};
    return publishing !== undefined && limits?.media.required === false ? [{ account_id: id }] : [];
  });
  const acknowledged = new Map<string, string>();
  let isOver = false;
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const key = randomBytes(8).toString('hex');
      const send = () =>
        api
          .post(
            '/v1/posts',
            { text: `Stop ${key}`, targets, publish_now: true },
            { headers: { 'idempotency-key': key } },
          )
          .catch(() => undefined);
      const response = await until(
        async () => {
          const given = await send();
          if (given !== undefined && given.status !== 201) expect([409, 503], given.text).toContain(given.status);
          return given?.status === 201 && given;
        },
        `the create ${key} is answered`,
        60_000,
      );
      acknowledged.set(response.body.id, key);
    }
  });
  let killed: number | undefined;
  for (let stop = 0; stop < STOPS; stop++) {
    const before = acknowledged.size;
    await until(async () => acknowledged.size > before + 3, 'posts are being made', 60_000);
    // Connections outlive their killed server for a moment, so posts may be made before anybody has seen its end.
    const pid = await until(
      async () => {
        const connection = await readConnection(folder);
        return connection !== undefined && connection.postgresPid !== killed && connection.postgresPid;
      },
      'the database is up',
      60_000,
    );
    process.kill(pid, 'SIGKILL');
    killed = pid;
    await until(async () => (await fetch(`${url}/health/ready`)).status === 200, 'the service is ready again', 60_000);
  }
  isOver = true;
  await Promise.all(writers);

  const ended = await endedPosts(acknowledged);
  const { entries }: { entries: Body[] } = await control('GET', 'ledger?kind=post');
  const copies = new Map<string, number>();
  for (const { text } of entries) copies.set(text, (copies.get(text) ?? 0) + 1);
  expect(new Set(entries.map(({ platform, text }) => `${platform} ${text}`)).size, 'nothing is published twice').toBe(
    entries.length,
  );
  for (const { text, targets: ends } of ended) {
    const count = (status: string) => ends.filter((target: Body) => target.status === status).length;
    // A published target stands on its platform. An unconfirmed one does when only the response was lost.
    expect(copies.get(text), text).toBeGreaterThanOrEqual(count('published'));
    expect(copies.get(text), text).toBeLessThanOrEqual(count('published') + count('unconfirmed'));
  }
  expect([...copies.keys()].sort(), 'nothing else is published').toEqual(ended.map(({ text }) => text).sort());
});

/** The posts as they ended. Each target is published, or unconfirmed where its platform cannot be asked. */
async function endedPosts(acknowledged: ReadonlyMap<string, string>): Promise<Body[]> {
  const ended: Body[] = [];
  for (const [id, key] of acknowledged) {
    const post = await until(
      async () => {
        const { status, body } = await api.get(`/v1/posts/${id}`);
        expect([200, 503]).toContain(status);
        return status === 200 && body.status !== 'publishing' && body;
      },
      `${id} has ended`,
      120_000,
    );
    expect(post.text).toBe(`Stop ${key}`);
    for (const { platform, status } of post.targets) {
      const isBlind = connectors[platform as Platform]?.publishing?.class === 'D';
      expect(isBlind ? ['published', 'unconfirmed'] : ['published'], `${platform} of ${key}`).toContain(status);
    }
    ended.push(post);
  }
  return ended;
}
