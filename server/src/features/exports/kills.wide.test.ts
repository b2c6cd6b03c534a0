import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@hubbub/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSimulator } from '../../../../simulator/src/index.ts';
import { type Body, type Client, createClient, until } from '../../../test/harness.ts';
import { copyInitialisedFolder } from '../../../test/initialised-folder.ts';
import { type Started, startService, useProcesses } from '../../../test/start/processes.fixture.ts';
import { type TestWorld, worldOf } from '../../../test/world.ts';
import { EMBEDDED_DATABASE } from '../../config/embedded-database.ts';

/** `EXPORT_KILLS=100` proves it at so many random points. */
const KILLS = Number(process.env.EXPORT_KILLS ?? 10);
const VIDEOS = 30;
const LEASE_SECONDS = 1;
const video = { source_type: 'url', source: 'https://simulator.test/files/sample.mp4' };

useProcesses();
// Database and simulator outlive the killed processes.
const folder = mkdtempSync(join(tmpdir(), 'hubbub-export-kills-'));
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
beforeAll(async () => {
  simulator = await startSimulator({ dataDir: join(folder, 'simulator') });
  const dataDir = join(folder, 'database');
  copyInitialisedFolder(inject('initialisedFolder'), dataDir);
  postgres = await startEmbeddedPostgres({ ...EMBEDDED_DATABASE, dataDir });
});
afterAll(async () => {
  await simulator?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('an export of 30 videos that is killed at random points has the content of one that was not', async () => {
  const settings = {
    DATABASE_URL: postgres.url,
    SECRETS_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'data'),
    SIMULATOR_URL: simulator.url,
    DEFAULT_PLAN: 'enterprise',
    POLL_SECONDS: '3600',
    LEASE_SECONDS: String(LEASE_SECONDS),
  };
  let service: Started = await startService(settings);
  const { key } = service;
  const api = () => createClient(service.url, key);
  const accountId = await fill(api(), await worldOf(service, simulator.url));
  const create = async () => (await api().post(`/v1/accounts/${accountId}/export`, { include_transcript: true })).body;

  await postponeReadings();
  const startedMs = performance.now();
  const reference = await contentOf(api(), (await create()).id);
  const wholeMs = performance.now() - startedMs;
  expect(reference.videos.length).toBe(VIDEOS);
  expect(reference.comments).toBe(VIDEOS);

  const exports: string[] = [];
  let current: string | undefined;
  let killedWhileOpen = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    if (current === undefined || (await statusOf(api(), current)) === 'completed') {
      current = (await create()).id as string;
      exports.push(current);
    }
    // Somewhere between the end of the dead process's lease and the end of the work.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * (wholeMs + LEASE_SECONDS * 1000)));
    if ((await statusOf(api(), current)) !== 'completed') killedWhileOpen++;
    service.child.kill('SIGKILL');
    await service.ended;
    service = await startService(settings);
  }
  for (const id of exports) expect(await contentOf(api(), id), id).toEqual(reference);
  expect(killedWhileOpen).toBeGreaterThan(0);
  const { data } = (await api().get('/v1/exports')).body;
  const stored = readdirSync(join(folder, 'data', 'media'), { recursive: true }).map(String);
  const files = stored.filter((name) => name.includes('exp_'));
  const known = (await Promise.all(data.map(({ id }: Body) => api().get(`/v1/exports/${id}`)))).flatMap(({ body }) =>
    Object.keys(body.result),
  );
  expect(files.length).toBe(known.length);
}, 3_600_000);

/** The numbers of the account belong to an export, so none are read between the first export and the last. */
async function postponeReadings(): Promise<void> {
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query(
    `update metric_readings set due_at = now() + interval '1 day', account_due_at = now() + interval '1 day'`,
  );
  await owner.end();
}

/** Publishes the videos, each with a comment. */
async function fill(api: Client, { control }: TestWorld): Promise<string> {
  const { data } = (await api.get('/v1/accounts?platform=youtube')).body;
  const [{ id }] = data;
  const { accounts } = await control('GET', 'accounts');
  const account = accounts.find(({ platform }: Body) => platform === 'youtube').platform_id;
  for (let number = 1; number <= VIDEOS; number++) {
    const options = {
      text: `Number ${number}`,
      title: `Video ${number}`,
      media: [video],
      targets: [{ account_id: id }],
    };
    const headers = { prefer: 'wait=30' };
    const { body, text } = await api.post('/v1/posts', { ...options, publish_now: true }, { headers });
    if (body.status !== 'published') throw new Error(text);
    const postId = body.targets[0].platform_post_id;
    await control('POST', 'strangers', {
      platform: 'youtube',
      account,
      action: 'comment',
      text: `To ${number}`,
      post_id: postId,
    });
  }
  return id;
}

async function statusOf(api: Client, id: string): Promise<string> {
  return (await api.get(`/v1/exports/${id}`)).body.status;
}

/** All that a finished export says, without what names the export itself. */
async function contentOf(api: Client, id: string) {
  const done: Body = await until(
    async () => {
      const { body } = await api.get(`/v1/exports/${id}`);
      return !['pending', 'processing'].includes(body.status) && body;
    },
    'the export has ended',
    120_000,
  );
  const { counts, missing, status, total_videos } = done;
  const { videos } = (await api.get(`/v1/exports/${id}/videos`)).body;
  const lines = (await (await fetch(done.result.jsonl_url)).text()).split('\n');
  const content = lines.filter((line) => !line.includes(id)).sort();
  return { status, total_videos, counts, missing, videos, comments: counts.comments, lines: content };
}
