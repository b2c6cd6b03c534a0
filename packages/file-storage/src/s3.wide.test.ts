import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Storage, type S3Options, type Storage } from './index.ts';
import { expectWholeFiles, keysOf, testStorage, uploadUntilKilled } from './storage.fixture.ts';

const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'file-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `http://key:secret@host:port`, with an optional `?region=…`. The tests create a bucket there. */
const given = process.env.S3_TEST_ENDPOINT;

if (given === undefined)
  console.log(
    'skipped: set S3_TEST_ENDPOINT=http://key:secret@host:port to a store that speaks S3 (.ci/run starts one)',
  );

describe.skipIf(given === undefined)('a bucket', () => {
  const url = new URL(given ?? 'http://a:b@localhost');
  const options: S3Options = {
    endpoint: url.origin,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket: `file-storage-${randomUUID()}`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    pathStyle: true,
  };
  const open = (changes: Partial<S3Options> = {}) => openS3Storage({ ...options, ...changes }, folder);
  let storage: Storage;
  beforeAll(async () => {
    const client = new S3Client({ ...options, endpoint: url.origin, forcePathStyle: true, credentials: options });
    await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
    client.destroy();
    storage = await open();
  });
  afterAll(() => storage?.close());

  testStorage(open, 101 * MIB);

  test('stores the type, and leaves nothing on this disk', async () => {
    await storage.put('ten_t/med_1', [randomBytes(10)] as never, { contentType: 'video/mp4' });
    expect(await storage.stat('ten_t/med_1')).toEqual({ bytes: 10, contentType: 'video/mp4' });
    expect(readdirSync(folder)).toEqual([]);
    await storage.remove('ten_t/med_1');
  });

  test('a signed address takes an upload of the signed type and length only', async () => {
    const contentType = 'image/png';
    const body = randomBytes(1000);
    const send = async (address: string | undefined, type: string, content: Uint8Array) =>
      (await fetch(address as string, { method: 'PUT', headers: { 'content-type': type }, body: content })).status;
    const address = await storage.uploadUrl?.('ten_u/med_1', { contentType, bytes: 1000, expiresSeconds: 60 });
    expect(await send(address, 'text/html', body)).toBe(403);
    expect(await send(address, contentType, randomBytes(1001))).toBe(403);
    expect(await send(address?.replace('med_1', 'med_2'), contentType, body)).toBe(403);
    expect(await keysOf(storage, 'ten_u/')).toEqual([]);
    expect(await send(address, contentType, body)).toBe(200);
    expect(await storage.stat('ten_u/med_1')).toEqual({ bytes: 1000, contentType });

    const brief = await storage.uploadUrl?.('ten_u/med_3', { contentType, expiresSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await send(brief, contentType, body)).toBe(403);
    expect(await keysOf(storage, 'ten_u/')).toEqual(['ten_u/med_1']);
  });

  test('a signed address serves a file under its name, in ranges', async () => {
    await storage.put('ten_d/med_1', [Buffer.from('0123456789')] as never, { contentType: 'image/png' });
    const address = await storage.downloadUrl?.('ten_d/med_1', {
      filename: 'Käse "1" 100%.png',
      contentType: 'application/octet-stream',
      expiresSeconds: 60,
      disposition: 'attachment',
    });
    const response = await fetch(address as string, { headers: { range: 'bytes=2-4' } });
    expect([response.status, await response.text()]).toEqual([206, '234']);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="K_se _1_ 100_.png"; filename*=UTF-8''K%C3%A4se%20%221%22%20100%25.png`,
    );
    expect((await fetch((address as string).replace('med_1', 'med_2'))).status).toBe(403);
    await storage.remove('ten_d/med_1');
  });

  test('a killed process leaves no partial file; old parts are removed', async () => {
    const place = { folder, s3: options };
    await expectWholeFiles(storage, await uploadUntilKilled(place, { bytes: 3 * MIB, uploads: 8, finished: 9 }));
    await storage.removeUnfinished(0);
    await expectWholeFiles(storage, await uploadUntilKilled(place, { bytes: 101 * MIB, uploads: 1, finished: 0 }));
    expect(await storage.removeUnfinished(600_000)).toBe(0);
    expect(await storage.removeUnfinished(0)).toBe(1);
    expect(await storage.removeUnfinished(0)).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    [{ bucket: `file-storage-${randomUUID()}` }, 'forbidden', /^S3_BUCKET: there is no bucket file-storage-/],
    [{ accessKeyId: 'somebody' }, 'forbidden', /^S3_ACCESS_KEY_ID: the store does not know this key/],
    [{ secretAccessKey: 'something' }, 'forbidden', /^S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID/],
    [{ region: 'eu-north-9' }, 'forbidden', /^S3_REGION/],
    [{ endpoint: 'http://127.0.0.1:1' }, 'unavailable', /^S3_ENDPOINT: http:\/\/127.0.0.1:1 does not answer/],
    [{ endpoint: 'http://nowhere.invalid' }, 'unavailable', /^S3_ENDPOINT: http:\/\/nowhere.invalid does not answer/],
  ] as const)('the error names the setting at fault for %j', async (changes, fault, message) => {
    const wrong = await open(changes);
    const put = () => wrong.put('ten_w/med_1', [randomBytes(10)] as never, { contentType: 'image/png' });
    for (const operation of [wrong.check, put, () => keysOf(wrong, '')])
      await expect(operation()).rejects.toMatchObject({
        name: 'StorageError',
        fault,
        message: expect.stringMatching(message),
      });
    wrong.close();
  });

  test('an address with another kind of server is unavailable', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const wrong = await open({ endpoint: `http://127.0.0.1:${port}` });
    await expect(keysOf(wrong, '')).rejects.toMatchObject({ name: 'StorageError', fault: 'unavailable' });
    wrong.close();
    server.close();
  });
});
