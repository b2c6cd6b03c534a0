import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient, open } from '@hubbub/guarded-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlatformError } from '../../core/platform-error.ts';
import { createPlatformHttp } from './platform-http.ts';

const client = createHttpClient({ policy: open });
const seen: { method: string; type: string | undefined; body: string; length?: string | undefined }[] = [];
const responses: Record<string, string> = {
  '/big': '{"id":103254962155278888,"n":12,"f":1.5,"far":1e400,"list":[-9007199254740993]}',
  '/html': '<!doctype html><p>Bad gateway',
  '/cut': '{"data":{"id":"1"',
  '/huge': `"${'x'.repeat(5 * 1024 * 1024)}"`,
  '/nul': '{"te\\u0000xt":"a\\u0000b\\ud800"}',
  '/deep': `${'['.repeat(5000)}${']'.repeat(5000)}`,
};
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { 'content-type': type, 'content-length': length } = request.headers;
    seen.push({ method: request.method ?? '', type, body, length });
    if (request.url === '/drop') return request.socket.destroy();
    if (request.url === '/hang') return;
    response.end(responses[request.url ?? ''] ?? '{}');
  });
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close(0);
  server.closeAllConnections();
  server.close();
});

const failureOf = (call: Promise<unknown>): Promise<PlatformError> =>
  call.then(
    () => expect.unreachable('it was answered'),
    (error: PlatformError) => {
      expect(error).toBeInstanceOf(PlatformError);
      return error;
    },
  );
const get = (path: string) => createPlatformHttp(client).send({ method: 'GET', url: `${base}${path}` });

test('integers that a number cannot hold come as text', async () => {
  const { json } = await get('/big');
  expect(json).toMatchObject({ id: '103254962155278888', n: 12, f: 1.5, list: ['-9007199254740993'] });
});

test('what is no complete JSON has no json, whatever its size', async () => {
  for (const path of ['/html', '/cut', '/huge']) expect((await get(path)).json, path).toBeUndefined();
});

test('what the database could not hold is replaced, what lies too deep is cut', async () => {
  expect((await get('/nul')).json).toEqual({ 'te\ufffdxt': 'a\ufffdb\ufffd' });
  const { json } = await get('/deep');
  expect(JSON.stringify(json)).toBe(`${'['.repeat(64)}null${']'.repeat(64)}`);
});

test('bodies are encoded as the connector says', async () => {
  const http = createPlatformHttp(client);
  const send = (body: Parameters<typeof http.send>[0]['body'] & object) =>
    http.send({ method: 'POST', url: `${base}/`, body });
  await send({ form: { a: 'b c', list: ['1', '2'], none: undefined } });
  expect(seen.at(-1)).toMatchObject({ type: 'application/x-www-form-urlencoded', body: 'a=b+c&list=1&list=2' });
  await send({ json: { a: [1] } });
  expect(seen.at(-1)).toMatchObject({ type: 'application/json', body: '{"a":[1]}' });
  const file = { name: 'file', value: Buffer.from('bytes'), filename: 'x.jpg', type: 'image/jpeg' };
  await send({ multipart: [{ name: 'a', value: 'b' }, file] });
  expect(seen.at(-1)?.body).toMatch(
    /name="a"\r\n\r\nb\r\n[\s\S]*name="file"; filename="x.jpg"[\s\S]*image\/jpeg[\s\S]*bytes/,
  );
});

test('a call that did not arrive is unavailable, one that may have is unknown', async () => {
  expect((await failureOf(get('/drop'))).kind).toBe('unknown');
  const nowhere = createPlatformHttp(client).send({ method: 'POST', url: 'http://127.0.0.1:1/' });
  expect((await failureOf(nowhere)).kind).toBe('unavailable');
  const closed = createHttpClient({ policy: open });
  await closed.close(0);
  const rejected = createPlatformHttp(closed).send({ method: 'GET', url: base });
  expect((await failureOf(rejected)).kind).toBe('unavailable');
});

test('no call outlives the deadline, and none begins after it', async () => {
  const url = `${base}/hang`;
  const started = performance.now();
  const late = createPlatformHttp(client, { deadlineMs: () => started + 150 }).send({ method: 'GET', url });
  expect((await failureOf(late)).kind).toBe('unknown');
  expect(performance.now() - started).toBeLessThan(2000);
  const over = createPlatformHttp(client, { deadlineMs: () => performance.now() - 1 }).send({ method: 'GET', url });
  expect((await failureOf(over)).kind).toBe('unavailable');
});

test('an aborted signal ends the call', async () => {
  const controller = new AbortController();
  const call = createPlatformHttp(client, { signal: controller.signal }).send({ method: 'GET', url: `${base}/hang` });
  setTimeout(() => controller.abort(), 50);
  expect((await failureOf(call)).kind).toBe('unknown');
});

test('beforeSend runs before each call and may stop it', async () => {
  const before = seen.length;
  const lost = new Error('the lease is lost');
  const http = createPlatformHttp(client, {
    beforeSend: () => {
      throw lost;
    },
  });
  await expect(http.send({ method: 'POST', url: `${base}/` })).rejects.toBe(lost);
  expect(seen).toHaveLength(before);
});

test('a file goes out piece by piece with its length known, at every call from its start', async () => {
  const content = Buffer.alloc(3 * 1024 * 1024 + 5, 'file');
  const asked: number[] = [];
  const read = async (start: number, end: number) => {
    asked.push(end - start);
    return content.subarray(start, end);
  };
  const file = { size: content.length, read };
  const http = createPlatformHttp(client);
  const parts = [
    { name: 'a', value: 'b' },
    { name: 'file', value: file, filename: 'x.mp4', type: 'video/mp4' },
  ];
  for (const body of [{ bytes: file, type: 'video/mp4' }, { multipart: parts }, { multipart: parts }]) {
    asked.length = 0;
    await http.send({ method: 'POST', url: `${base}/file`, body });
    expect(asked).toEqual([...Array.from({ length: 12 }, () => 256 * 1024), 5]);
    const { body: received = '', length } = seen.at(-1) ?? {};
    expect(received.includes(content.toString())).toBe(true);
    expect(length).toBe(String(received.length));
  }
});

test('a file that cannot be read on ends the call as it says, as nobody can have acted on it', async () => {
  const lost = new PlatformError('rejected', 'The file is gone.');
  const read = async (start: number) => {
    if (start > 0) throw lost;
    return Buffer.alloc(256 * 1024);
  };
  const body = { bytes: { size: 2 * 1024 * 1024, read }, type: 'video/mp4' };
  expect(await failureOf(createPlatformHttp(client).send({ method: 'POST', url: `${base}/file`, body }))).toBe(lost);
});

test('a deadline that moves on is waited for', async () => {
  const startedMs = performance.now();
  const deadlineMs = () => startedMs + (performance.now() < startedMs + 100 ? 150 : 400);
  const http = createPlatformHttp(client, { deadlineMs });
  expect((await failureOf(http.send({ method: 'POST', url: `${base}/hang` }))).kind).toBe('unknown');
  expect(performance.now() - startedMs).toBeGreaterThan(390);
});
