import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../simulator/src/index.ts';
import { createClient, until } from './harness.ts';
import { smallDisk } from './small-disk.ts';
import { useExternalDatabases } from './start/external-database.fixture.ts';
import { startService, useProcesses } from './start/processes.fixture.ts';
import { worldOf } from './world.ts';

useProcesses();
const { external } = useExternalDatabases();

const MIB = 1024 * 1024;

/** Fills the disk until this much is free. Returns what frees it. */
function fill(folder: string, freeBytes: number): () => void {
  const path = join(folder, 'filler');
  const file = openSync(path, 'a');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  try {
    while (free() > freeBytes) writeSync(file, Buffer.alloc(Math.min(MIB, free() - freeBytes)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  closeSync(file);
  return () => rmSync(path);
}

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot).each([
  ['nearly', 8 * MIB],
  ['wholly', 0],
])(
  'on a %s full disk writes are rejected, reads go on, and everything goes on when there is room',
  async (_word, left) => {
    const disk = smallDisk(400);
    const dataDir = join(disk, 'data');
    mkdirSync(dataDir, { mode: 0o711 });
    const service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    const api = createClient(service.url, service.key);
    const accounts = (await api.get('/v1/accounts')).body.data;
    const target = accounts.find(({ platform }: { platform: string }) => platform === 'mastodon').id;
    const post = (text: string, key: string) =>
      api.post(
        '/v1/posts',
        { text, targets: [{ account_id: target }], publish_now: true },
        { headers: { 'idempotency-key': key } },
      );
    const { simulatorUrl } = await worldOf(service);
    const image = await (await fetch(`${simulatorUrl}/files/sample.jpg`)).blob();
    const form = () => {
      const body = new FormData();
      body.set('file', image, 'a.jpg');
      return body;
    };
    const { body: place } = await api.get('/v1/media/upload-url?media_type=text/plain&filename=b.txt');
    const before = (await post('Before', 'before')).body.id;
    const ready = async () => {
      const response = await fetch(`${service.url}/health/ready`);
      return { ...((await response.json()) as object), code: response.status };
    };

    const free = fill(disk, left);
    await until(async () => (await ready()).code === 503, 'it is not ready');
    expect(await ready()).toMatchObject({ storage: 'full', database: 'ok' });
    for (let round = 0; round < 20; round += 1) {
      const put = { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(2 * MIB) };
      const rejected = [
        await post('During', 'during'),
        await api.post('/v1/media/upload', form()),
        await fetch(place.upload_url, put).then(({ status, headers }) => ({ status, headers })),
        await api.patch(`/v1/posts/${before}`, { text: 'Changed' }),
      ];
      for (const { status, headers } of rejected)
        expect([status, Number(headers.get('retry-after'))]).toEqual([507, expect.any(Number)]);
      expect((await api.get(`/v1/posts/${before}`)).status).toBe(200);
      expect((await api.get('/v1/posts')).status).toBe(200);
    }
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect(service.err()).not.toMatch(/\n\s+at |"stack"/);
    expect(service.err().split('\n').length).toBeLessThan(20);

    free();
    await until(async () => (await ready()).code === 200, 'it is ready again', 60_000);
    expect((await api.post('/v1/media/upload', form())).status).toBe(201);
    const { status, body } = await post('During', 'during');
    expect(status).toBe(201);
    await until(
      async () => (await api.get(`/v1/posts/${body.id}`)).body.status === 'published',
      'the post is published',
      60_000,
    );

    // Nothing on the disk keeps the next start from coming up.
    service.child.kill('SIGKILL');
    await service.ended;
    const again = await startService({ DATA_DIR: dataDir });
    expect((await createClient(again.url, service.key).get('/v1/posts')).body.data).toHaveLength(2);
    const world = new URL(simulatorUrl).pathname.replace('/simulator/', '');
    expect(readFileSync(join(dataDir, 'simulator/worlds', world, 'journal.jsonl'), 'utf8')).toMatch(/\n$/);
  },
);

test.skipIf(!isRoot)(
  'on a full disk of files alone uploads and media by URL find no room, and all else works',
  async () => {
    const disk = smallDisk(64);
    const simulatorDir = mkdtempSync(join(tmpdir(), 'hubbub-disk-simulator-'));
    const simulator = await startSimulator({ dataDir: simulatorDir });
    onTestFinished(async () => {
      await simulator.close();
      rmSync(simulatorDir, { recursive: true, force: true });
    });
    const { settings } = await external(simulator.url);
    const all = { ...settings, DATA_DIR: join(disk, 'data'), LOG_LEVEL: 'warn' };
    const service = await startService(all);
    const api = createClient(service.url, service.key);
    const accounts = (await api.get('/v1/accounts')).body.data;
    const target = accounts.find(({ platform }: { platform: string }) => platform === 'mastodon').id;
    const { simulatorUrl } = await worldOf(service);
    const image = await (await fetch(`${simulatorUrl}/files/sample.jpg`)).blob();
    const upload = () => {
      const form = new FormData();
      form.set('file', image, 'a.jpg');
      return api.post('/v1/media/upload', form);
    };
    const place = (await api.get('/v1/media/upload-url?media_type=image/jpeg&filename=b.jpg')).body;
    const put = () =>
      fetch(place.upload_url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: image });

    const free = fill(disk, 0);
    for (let round = 0; round < 20; round += 1)
      for (const { status, headers } of [await upload(), await put()])
        expect([status, headers.get('retry-after')]).toEqual([507, '30']);
    expect(await (await fetch(`${service.url}/health/ready`)).json()).toMatchObject({ storage: 'full' });
    const { status, body } = await api.post('/v1/posts', {
      text: 'With an image',
      media: [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }],
      targets: [{ account_id: target }],
      publish_now: true,
    });
    expect(status).toBe(201);
    const attempts = async () => (await api.get(`/v1/posts/${body.id}/attempts`)).text;
    await until(async () => (await attempts()).includes('No room is left here'), 'the download finds no room', 60_000);
    expect(service.err()).toMatch(/no room is left: .*ENOSPC/);
    expect(service.err()).not.toMatch(/\n\s+at |"stack"/);
    expect(service.err().trim().split('\n').length).toBeLessThan(10);

    // A start on the full disk comes up, and serves what there is.
    service.child.kill('SIGKILL');
    await service.ended;
    const again = await startService({ ...all, PORT: new URL(service.url).port });
    expect((await api.get(`/v1/posts/${body.id}`)).status).toBe(200);
    expect((await upload()).status).toBe(507);
    expect(again.err()).not.toMatch(/"stack"/);

    free();
    const published = async () => (await api.get(`/v1/posts/${body.id}`)).body.status === 'published';
    await until(published, 'the post is published', 180_000);
    expect([(await upload()).status, (await put()).status]).toEqual([201, 200]);
  },
);
