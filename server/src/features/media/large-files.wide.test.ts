import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulator } from '../../../../simulator/src/index.ts';
import { createClient, until } from '../../../test/harness.ts';
import { memoryOf } from '../../../test/memory-of.ts';
import { initialisedFolder, startService, useProcesses } from '../../../test/start/processes.fixture.ts';
import { type TestWorld, worldOf } from '../../../test/world.ts';

useProcesses();

const MIB = 1024 * 1024;
const MOVIE_BYTES = 2048 * MIB;
const MEMORY_MIB_MAX = 150;
const PIECE = Buffer.alloc(64 * 1024, 'filler ');

// The simulator lives in this process, so that the service's memory is its own.
const folder = mkdtempSync(join(tmpdir(), 'hubbub-large-'));
let simulator: Awaited<ReturnType<typeof startSimulator>>;
beforeAll(async () => {
  simulator = await startSimulator({ dataDir: folder });
});
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The simulator's movie and behind it one long box that says nothing, which players skip. */
async function* movie({ simulatorUrl }: TestWorld): AsyncGenerator<Buffer> {
  const sample = Buffer.from(await (await fetch(`${simulatorUrl}/files/sample.mp4`)).arrayBuffer());
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1, 0);
  head.write('free', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(MOVIE_BYTES - sample.length), 8);
  yield Buffer.concat([sample, head]);
  for (let left = MOVIE_BYTES - sample.length - 16; left > 0; left -= PIECE.length) yield PIECE.subarray(0, left);
}

test('a movie of 2 GB is uploaded and published in 150 MB of memory', async () => {
  const service = await startService({
    DATA_DIR: initialisedFolder(),
    SIMULATOR_URL: simulator.url,
    DEFAULT_PLAN: 'starter',
    POLL_SECONDS: '30',
  });
  const api = createClient(service.url, service.key);
  const query = `media_type=video/mp4&filename=movie.mp4&size_bytes=${MOVIE_BYTES}`;
  const { upload_url, media_id } = (await api.get(`/v1/media/upload-url?${query}`)).body;
  const world = await worldOf(service, simulator.url);
  const idle = memoryOf(service.pid);
  let most = idle;
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(service.pid));
  }, 100);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-type': 'video/mp4', 'content-length': MOVIE_BYTES };
    const sending = request(upload_url, { method: 'PUT', headers }, (answer) => resolve(answer.resume().statusCode));
    sending.on('error', reject);
    Readable.from(movie(world), { objectMode: false }).pipe(sending);
  });
  expect(status).toBe(200);
  const verified = await api.post(`/v1/media/${media_id}/verify`);
  expect(verified.body).toMatchObject({ status: 'ready', kind: 'video', size_bytes: MOVIE_BYTES });
  const uploaded = most;

  const { data } = (await api.get('/v1/accounts?platform=youtube')).body;
  const post = { title: 'Long', text: 'x', media_ids: [media_id], targets: [{ account_id: data[0].id }] };
  const created = await api.post('/v1/posts', { ...post, publish_now: true });
  expect(created.status, created.text).toBe(201);
  const now = async () => (await api.get(`/v1/posts/${created.body.id}`)).body;
  await until(async () => (await now()).status !== 'publishing', 'the movie is out', 900_000);
  expect(await now()).toMatchObject({ status: 'published' });
  clearInterval(watching);
  console.log(
    `memory in MiB: ${Math.round(idle)} idle, ${Math.round(uploaded)} uploaded, ${Math.round(most)} published`,
  );
  expect(most).toBeLessThan(MEMORY_MIB_MAX);
}, 1_200_000);
