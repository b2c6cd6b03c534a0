import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

/** The addresses that a page loads or leads to, as its browser resolves them. */
function addressesOf(page: string, base: string): string[] {
  return [...page.matchAll(/ (?:href|src|spec-url)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base).href);
}

describe('pages', () => {
  test.each(['/', '/docs', '/docs/', '/docs/?a=b'])('%s is a page whose addresses all exist', async (path) => {
    const response = await fetch(`${service.url}${path}`);
    const page = await response.text();
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    const own = addressesOf(page, response.url).filter((address) => !address.includes('/simulator'));
    expect(own.length).toBeGreaterThan(1);
    for (const address of own) expect((await fetch(address)).status, address).toBe(200);
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
  });

  test('/ says what this is and its policy lets the icon load', async () => {
    const response = await fetch(service.url);
    expect(await response.text()).toMatch(/Hubbub[\s\S]*publishing[\s\S]*docs/);
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self'");
    const icon = await fetch(`${service.url}/favicon.ico`);
    expect(icon.headers.get('content-type')).toMatch('image/svg+xml');
  });
});

describe('static content', () => {
  const PACKED = ['/openapi.json', '/docs/reference.js', '/guide', '/guide/publishing.md', '/llms-full.txt'];
  /** The bytes as they are sent. */
  async function ask(path: string, headers: Record<string, string>, method = 'GET') {
    const response = await request(`${service.url}${path}`, { method, headers });
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: Buffer.from(await response.body.arrayBuffer()),
    };
  }

  test.each(PACKED)('%s is sent packed to clients that take it', async (path) => {
    const plain = await ask(path, {});
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(plain.bytes.length) });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const tags = new Set([plain.headers.etag]);
    for (const [accepted, coding, unpack] of [
      ['gzip', 'gzip', gunzipSync],
      ['deflate, gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
      ['gzip, br', 'br', brotliDecompressSync],
    ] as const) {
      const packed = await ask(path, { 'accept-encoding': accepted });
      expect(packed.headers).toMatchObject({ vary: 'accept-encoding', 'content-encoding': coding });
      expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 1.5);
      tags.add(packed.headers.etag);
    }
    expect(tags.size).toBe(3);
  });

  test.each([...PACKED, '/', '/docs', '/docs/start.js', '/favicon.ico', '/llms.txt', '/guide/images/simulator.png'])(
    '%s is sent once to a client that keeps it',
    async (path) => {
      const first = await ask(path, { 'accept-encoding': 'gzip' });
      const { etag = '' } = first.headers;
      expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await ask(path, { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${etag}` });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200);
      const head = await ask(path, { 'accept-encoding': 'gzip' }, 'HEAD');
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['etag', 'content-length', 'content-type', 'content-encoding'])
        expect(head.headers[name], name).toEqual(first.headers[name]);
    },
  );
});

test.each(['/oauth/choice/%00', '/oauth/choice/pc_%00', '/erasures/%00', '/invite/%00'])(
  '%s is 404: no address holds what the database cannot look up',
  async (path) => {
    expect((await fetch(`${service.url}${path}`)).status).toBe(404);
  },
);

test.each([
  ['PUT', '/v1/posts/validate', ['GET', 'POST']],
  ['PUT', '/v1/posts/post_1', ['GET', 'PATCH', 'DELETE']],
  ['DELETE', '/v1/posts', ['GET', 'POST']],
  ['PUT', '/v1/webhooks/events', ['GET']],
  ['PATCH', '/v1/inbox/comments', ['GET']],
])('%s %s: Allow names the methods of the route, each once', async (method, path, methods) => {
  const { key } = (await service.workspace()).api;
  const response = await fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')?.split(', ').sort()).toEqual([...methods].sort());
});
