import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStorage } from '@hubbub/file-storage';
import { createHttpClient, open } from '@hubbub/guarded-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Media } from '../../core/session.ts';
import { openMedia } from './media-reader.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PAGE = Buffer.from('<!doctype html><html><body>Sign in</body></html>');
const responses: Record<string, readonly [type: string, content: Buffer]> = {
  '/picture': ['text/plain', GIF],
  '/page.jpg': ['image/jpeg', PAGE],
  '/nothing.jpg': ['image/jpeg', Buffer.alloc(0)],
  '/paper': ['application/x-paper; a=b', PAGE],
};
const server = createServer((request, response) => {
  const [type, content] = responses[request.url ?? ''] ?? [];
  if (content === undefined) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': type }).end(content);
});
const folder = mkdtempSync(join(tmpdir(), 'hubbub-open-media-'));
const client = createHttpClient({ policy: open });
let base = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close(0);
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const lease = { deadlineMs: () => performance.now() + 10_000, signal: new AbortController().signal };
async function openAt(media: Partial<Media>) {
  const storage = await openDiskStorage(join(folder, 'stored'));
  return openMedia({ storage, client, routes: {}, folder }, { type: 'image', url: '', ...media }, lease);
}

test('an image at an address is what its content is, whatever is said of it', async () => {
  const file = await openAt({ url: `${base}/picture` });
  expect(file).toMatchObject({ contentType: 'image/gif', size: GIF.length, filename: 'picture' });
  expect(Buffer.from(await file.read(3, 1000))).toEqual(GIF.subarray(3));
  await file.close();
  expect(readdirSync(folder)).toEqual(['stored']);
});

test('other files are what is said of them', async () => {
  const file = await openAt({ url: `${base}/paper`, type: 'file' });
  expect(file.contentType).toBe('application/x-paper');
  await file.close();
});

test.each([
  ['/page.jpg', 'cannot be published: it is a web page (HTML).'],
  ['/nothing.jpg', 'cannot be published: it is empty.'],
  ['/absent.jpg', 'its address answered 404.'],
])('what lies at %s ends with a plain reason', async (path, words) => {
  const rejected = await openAt({ url: base + path }).catch((error) => error);
  expect(rejected).toMatchObject({ kind: 'rejected', facts: { field: 'media', remedy: expect.any(String) } });
  expect(rejected.message).toContain(words);
  expect(readdirSync(folder)).toEqual(['stored']);
});

test('a stored file is read in pieces; one that is gone is said to be', async () => {
  const key = 'ten_a/med_1';
  const storage = await openDiskStorage(join(folder, 'stored'));
  await storage.put(key, [GIF] as never, { contentType: 'image/gif' });
  const stored = { key, bytes: GIF.length, contentType: 'image/gif', filename: 'a.gif' };
  const file = await openAt({ stored });
  expect(Buffer.from(await file.read(0, 6)).toString()).toBe('GIF89a');
  await file.close();
  await storage.remove(key);
  await expect(openAt({ stored })).rejects.toMatchObject({ kind: 'unavailable', facts: { field: 'media' } });
});
