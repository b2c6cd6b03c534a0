import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { image, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';
import { type Behaviour, portOf, proxyOf } from './sources.fixture.ts';

let trapped = 0;
const trap = createServer((_, response) => {
  trapped += 1;
  response.end('private');
});
const redirect =
  (location: () => string): Behaviour =>
  (_, response) =>
    response.writeHead(302, { location: location() }).end();
const give =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

/** What lies at an address that was harmless when the post was written. */
const BEHAVIOURS: Record<string, Behaviour> = {
  'redirects to this machine': redirect(() => `http://127.0.0.1:${portOf(trap)}/`),
  'redirects to the metadata service': redirect(() => 'http://169.254.169.254/latest/meta-data/'),
  'redirects to this machine in IPv6': redirect(() => `http://[::1]:${portOf(trap)}/`),
  'redirects to a mapped address': redirect(() => `http://[::ffff:127.0.0.1]:${portOf(trap)}/`),
  'redirects to a number': redirect(() => `http://2130706433:${portOf(trap)}/`),
  'redirects to a local name': redirect(() => `http://localhost:${portOf(trap)}/`),
  'redirects to a file': redirect(() => 'file:///etc/passwd'),
  'redirects for ever': redirect(() => 'https://simulator.test/files/redirects%20for%20ever.jpg'),
  'redirects to nowhere': (_, response) => response.writeHead(302).end(),
  'redirects to nonsense': redirect(() => 'http://['),
  'announces terabytes': give(200, 'a', { 'content-length': `${2 ** 41}` }),
  'is empty': give(200, '', { 'content-type': 'image/jpeg' }),
  'has no content': give(204, ''),
  'is partial': give(206, 'abc', { 'content-range': 'bytes 0-2/9', 'content-type': 'image/jpeg' }),
  'is gone': give(404, 'no'),
  'is a page': give(200, '<html><script>alert(1)</script>', { 'content-type': 'text/html' }),
  'is a page that says it is an image': give(200, '<html><script>alert(1)</script>', { 'content-type': 'image/jpeg' }),
  'is a page with many comments': give(200, `${'<!---->'.repeat(500)}x`, { 'content-type': 'image/jpeg' }),
  'is a bomb': give(200, gzipSync(Buffer.alloc(50_000_000)), {
    'content-encoding': 'gzip',
    'content-type': 'image/jpeg',
  }),
};

/** What may be over in a moment. */
const FLEETING: Record<string, Behaviour> = {
  'is down': give(503, 'no'),
  'sends less than it says': (_, response) => {
    response.writeHead(200, { 'content-length': '100000' }).write('a');
    setTimeout(() => response.destroy(), 50);
  },
  'breaks off': (_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).write('a');
    setTimeout(() => response.destroy(), 50);
  },
  'is no HTTP': (message) => void message.socket.end('hello\r\n\r\n'),
  'hangs up': (message) => void message.socket.destroy(),
};

let service: TestService;
let ws: TestWorkspace;

const proxy = proxyOf({ ...BEHAVIOURS, ...FLEETING });

beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  service = await startTestService({}, { throughSimulator: (url) => proxy.listen(url) });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(async () => {
  await service?.close();
  trap.close();
  proxy.close();
});

describe('a post whose media address', () => {
  test('is what it should be is published through the same way', async () => {
    const post = { text: 'Sound', media: [image], targets: targetsOn(ws, 'mastodon'), publish_now: true };
    const { body, text } = await ws.api.post('/v1/posts', post, waiting);
    expect(body.status, text).toBe('published');
  });

  test('misbehaves fails with the reason, and nothing of it is kept or asked of this machine', async () => {
    const before = (await ledgerOf(ws, 'mastodon')).length;
    const publish = async (what: string, options = {}) => {
      const source = `https://simulator.test/files/${encodeURIComponent(what)}.jpg`;
      const media = [{ source_type: 'url', source }];
      const post = { text: what, media, targets: targetsOn(ws, 'mastodon'), publish_now: true };
      return { what, ...(await ws.api.post('/v1/posts', post, options)) };
    };
    const fleeting = await Promise.all(Object.keys(FLEETING).map((what) => publish(what)));
    const outcomes = await Promise.all(Object.keys(BEHAVIOURS).map((what) => publish(what, waiting)));
    for (const { what, status, text, body } of outcomes) {
      expect([status, body.status], `${what}: ${text}`).toEqual([422, 'failed']);
      const [{ error }] = body.targets;
      expect(error, what).toMatchObject({
        code: 'rejected',
        message: expect.stringMatching(/fetched|type is invalid|cannot be published: it /),
      });
    }
    // They are tried again; until then the journal has the reason.
    for (const { what, status, body } of fleeting) {
      expect(status, what).toBe(201);
      const journal = async () => (await ws.api.get(`/v1/posts/${body.id}/attempts`)).text;
      await until(async () => (await journal()).includes('The media could not be fetched'), `${what} is told`);
    }
    expect([...proxy.requested].sort()).toEqual(Object.keys({ ...BEHAVIOURS, ...FLEETING }).sort());
    expect(trapped).toBe(0);
    expect((await ledgerOf(ws, 'mastodon')).length).toBe(before);
    expect(readdirSync(join(service.dataDir, 'media')).filter((name) => name.startsWith('ten_'))).toEqual([]);
    expect((await ws.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: 0, count: 0 });
  });
});
