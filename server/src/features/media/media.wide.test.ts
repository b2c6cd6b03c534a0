import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { readConnection } from '@hubbub/embedded-postgres';
import { openDiskStorage } from '@hubbub/file-storage';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createClient, startTestService, until } from '../../../test/harness.ts';
import { bucketClient, newBucket } from '../../../test/s3-bucket.ts';
import { initialisedFolder, startService, useProcesses } from '../../../test/start/processes.fixture.ts';
import { type TestWorld, worldOf } from '../../../test/world.ts';

useProcesses();

const UPLOADS = 200;

/** The simulator's JPEG with something after its end, so that each is another file. */
async function images({ simulatorUrl }: TestWorld): Promise<() => Buffer<ArrayBuffer>> {
  const sample = Buffer.from(await (await fetch(`${simulatorUrl}/files/sample.jpg`)).arrayBuffer());
  return () => Buffer.concat([sample, randomBytes(200_000)]);
}

test(`after kill -9 during ${UPLOADS} uploads every ready item is whole, and the sweep leaves nothing else`, async () => {
  const dataDir = initialisedFolder();
  const settings = { DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise' };
  const first = await startService(settings);
  const { key } = first;
  const newImage = await images(await worldOf(first));
  const digests = new Map<string, string>();
  const sending = Array.from({ length: UPLOADS }, async (_, index) => {
    const image = newImage();
    const form = new FormData();
    form.set('file', new Blob([image], { type: 'image/jpeg' }), `${index}.jpg`);
    const { status, body } = await createClient(first.url, key).post('/v1/media/upload', form);
    if (status === 201) digests.set(body.media_id, createHash('sha256').update(image).digest('hex'));
    // At once: whoever waits for it may find all of them answered.
    if (digests.size === UPLOADS / 8) first.child.kill('SIGKILL');
  });
  await Promise.allSettled(sending);
  expect(digests.size).toBeLessThan(UPLOADS);

  const second = await startService(settings);
  const api = createClient(second.url, key);
  for (const [id, digest] of digests) {
    const { body } = await api.get(`/v1/media/${id}`);
    const bytes = Buffer.from(await (await fetch(body.url)).arrayBuffer());
    expect([body.status, createHash('sha256').update(bytes).digest('hex')]).toEqual(['ready', digest]);
  }
  const client = new pg.Client({ connectionString: (await readConnection(dataDir))?.url as string });
  await client.connect();
  await client.query("update media set due_at = now() where status = 'pending'");
  const rows = async (where: string) => (await client.query(`select tenant_id, id from media where ${where}`)).rows;
  await until(async () => (await rows("status = 'pending'")).length === 0, 'the sweep has been there');
  const ready = await rows("status = 'ready'");
  const onDisk = () =>
    readdirSync(join(dataDir, 'media'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.startsWith('ten_'))
      .flatMap(({ name }) => readdirSync(join(dataDir, 'media', name)));
  await until(async () => onDisk().length === ready.length, 'only files of ready items are left');
  expect(onDisk().sort()).toEqual(ready.map(({ id }) => id).sort());
  await (await openDiskStorage(join(dataDir, 'media'))).removeUnfinished(0);
  const [{ held, used, counted }] = (
    await client.query(
      `select sum(storage_reserved_bytes)::int as held, sum(storage_bytes)::int as used,
         (select sum(size_bytes)::int from media where status = 'ready') as counted from tenants`,
    )
  ).rows;
  expect({ held, used }).toEqual({ held: 0, used: counted });
  await client.end();
}, 180_000);

test(`of ${UPLOADS} uploads at the edge of the plan exactly those are taken that fit`, async () => {
  const service = await startTestService();
  try {
    const ws = await service.workspace({ plan: 'free' });
    const newImage = await images(ws);
    const { length } = newImage();
    const fitting = 50;
    const room = fitting * length + length / 2;
    await service.sql('update tenants set storage_bytes = 104857600 - $2::int where tenant_id = $1', [
      ws.tenantId,
      Math.floor(room),
    ]);
    const send = async (index: number): Promise<number> => {
      const body = newImage();
      if (index % 2 === 0) {
        const form = new FormData();
        form.set('file', new Blob([body], { type: 'image/jpeg' }), `${index}.jpg`);
        return (await ws.api.post('/v1/media/upload', form)).status;
      }
      const asked = await ws.api.get(`/v1/media/upload-url?media_type=image/jpeg&filename=${index}.jpg`);
      if (asked.status !== 200) return asked.status;
      const headers = { 'content-type': 'image/jpeg' };
      const sent = await fetch(asked.body.upload_url, { method: 'PUT', headers, body });
      if (sent.status !== 200) return sent.status;
      return (await ws.api.post(`/v1/media/${asked.body.media_id}/verify`)).status;
    };
    // One by each way; who of the others comes in time is not said.
    const statuses = [await send(0), await send(1)];
    expect(statuses).toEqual([201, 200]);
    statuses.push(...(await Promise.all(Array.from({ length: UPLOADS - 2 }, (_, index) => send(index)))));
    const taken = statuses.filter((status) => status < 300).length;
    expect(statuses.filter((status) => ![200, 201, 413].includes(status))).toEqual([]);
    expect(taken).toBe(fitting);
    const used = await service.sql('select storage_bytes::int as used from tenants where tenant_id = $1', [
      ws.tenantId,
    ]);
    expect(used).toEqual([{ used: 104_857_600 - Math.floor(room) + fitting * length }]);
  } finally {
    await service.close();
  }
}, 180_000);

const given = process.env.S3_TEST_ENDPOINT;
if (given === undefined)
  console.log('left out: media in an S3 store needs S3_TEST_ENDPOINT=http://key:secret@host:port');

test.skipIf(given === undefined)(
  'in an S3 store uploads, copies and downloads go to the store itself',
  async () => {
    const bucket = await newBucket(given as string);
    const client = bucketClient(bucket);
    const service = await startTestService(bucket);
    try {
      const ws = await service.workspace({ plan: 'free', platforms: ['instagram', 'mastodon'] });
      const png = Buffer.from(await (await fetch(`${ws.simulatorUrl}/files/sample.png`)).arrayBuffer());
      const { body: asked } = await ws.api.get('/v1/media/upload-url?media_type=image/png&filename=a.png');
      expect(new URL(asked.upload_url).origin).toBe(bucket.S3_ENDPOINT);
      const headers = { 'content-type': 'image/png' };
      expect((await fetch(asked.upload_url, { method: 'PUT', headers, body: png })).status).toBe(200);
      const { body: item } = await ws.api.post(`/v1/media/${asked.media_id}/verify`);
      expect(item).toMatchObject({ status: 'ready', kind: 'image', size_bytes: png.length });
      const other = Buffer.concat([png, Buffer.from('other')]);
      expect((await fetch(asked.upload_url, { method: 'PUT', headers, body: other })).status).toBe(200);
      await ws.api.post(`/v1/media/${asked.media_id}/verify`);
      expect(Buffer.from(await (await fetch(item.url)).arrayBuffer()).equals(png)).toBe(true);
      const targets = Object.values(ws.accounts).map(({ id }) => ({ account_id: id }));
      const post = { text: 'From a bucket', media_ids: [item.id], targets, publish_now: true };
      const { status, text } = await ws.api.post('/v1/posts', post, { headers: { prefer: 'wait=30' } });
      expect(status, text).toBe(201);
      expect(JSON.parse(text), text).toMatchObject({ status: 'published' });
      const large = `media_type=video/mp4&filename=a.mp4&size_bytes=${101 * 1024 * 1024}`;
      const { api } = await service.workspace({ plan: 'starter' });
      const { body: passing } = await api.get(`/v1/media/upload-url?${large}`);
      expect(new URL(passing.upload_url).origin).not.toBe(bucket.S3_ENDPOINT);
      const keys = async () =>
        (await client.send(new ListObjectsV2Command({ Bucket: bucket.S3_BUCKET }))).Contents ?? [];
      const arrivals = async () => (await keys()).filter(({ Key = '' }) => Key.endsWith('.arrival')).length;
      expect(await arrivals()).toBe(1);
      await service.sql('update media set due_at = now() where id = $1', [item.id]);
      const left = () => service.sql('select 1 from media where id = $1 and due_at is not null', [item.id]);
      await until(async () => (await left()).length === 0, 'the sweep has removed what came after');
      expect(await arrivals()).toBe(0);
      expect(Buffer.from(await (await fetch(item.url)).arrayBuffer()).equals(png)).toBe(true);
      expect((await ws.api.delete(`/v1/media/${item.id}`)).status).toBe(204);
      expect((await fetch(item.url)).status).toBe(404);
    } finally {
      client.destroy();
      await service.close();
    }
  },
  120_000,
);
