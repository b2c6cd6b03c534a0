import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestWorld } from '../testing.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import { makeSample } from './samples.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-files-'));
let world: OpenWorld;

beforeAll(async () => {
  world = await openTestWorld(dataDir);
});
afterAll(() => {
  world.close();
  rmSync(dataDir, { recursive: true });
});

test.each([
  ['sample.jpg', { contentType: 'image/jpeg', width: 1080, height: 1080 }],
  ['sample.png', { contentType: 'image/png', width: 640, height: 640 }],
  ['avatar.png', { contentType: 'image/png', width: 160, height: 160 }],
  ['sample.gif', { contentType: 'image/gif', width: 64, height: 64 }],
  ['sample.mp4', { contentType: 'video/mp4', width: 720, height: 1280, durationSeconds: 5 }],
  ['sample.mp3', { contentType: 'audio/mpeg' }],
])('%s is what it says', (name, facts) => {
  expect(world.files.facts(makeSample(name) ?? Buffer.alloc(0))).toMatchObject(facts);
});

test('the video has pictures and sound to decode: an access unit a frame, the first one whole in itself', () => {
  const bytes = makeSample('sample.mp4') ?? Buffer.alloc(0);
  const boxOf = (name: string, from = 0) => {
    const at = bytes.indexOf(name, from, 'latin1');
    expect(at, name).toBeGreaterThan(0);
    return at + 4;
  };
  const sizesAt = boxOf('stsz');
  const frames = bytes.readUInt32BE(sizesAt + 8);
  const sizes = Array.from({ length: frames }, (_, index) => bytes.readUInt32BE(sizesAt + 12 + index * 4));
  expect([frames, Math.min(...sizes) > 4]).toEqual([120, true]);
  boxOf('mp4a', boxOf('avcC'));
  const firstAt = bytes.readUInt32BE(boxOf('stco') + 8);
  const instantRefresh = 5;
  expect([bytes.readUInt32BE(firstAt), (bytes[firstAt + 4] ?? 0) & 31]).toEqual([(sizes[0] ?? 0) - 4, instantRefresh]);
});

test('bytes that are no media have no type', () => {
  for (const text of ['', 'x', 'hello world, this is text', '\xff\xd8'])
    expect(world.files.facts(Buffer.from(text, 'latin1')).contentType).toBeNull();
});

describe('fetching', () => {
  test('own files must exist', async () => {
    expect(await world.files.fetch('https://simulator.test/files/sample.jpg')).toMatchObject({
      ok: true,
      facts: { width: 1080 },
    });
    const saved = world.files.save(makeSample('sample.gif') ?? Buffer.alloc(0), 'image/gif');
    expect(await world.files.fetch(saved)).toMatchObject({ ok: true, facts: { contentType: 'image/gif' } });
    for (const path of ['files/none.jpg', 'files/../journal.jsonl', 'files/', 'health'])
      expect(await world.files.fetch(`https://simulator.test/${path}`)).toMatchObject({ ok: false });
  });

  test('public addresses count as reachable, others do not', async () => {
    expect(await world.files.fetch('https://cdn.example.com/x.jpg')).toEqual({
      ok: true,
      url: 'https://cdn.example.com/x.jpg',
      bytes: null,
      facts: null,
    });
    for (const url of [
      'nonsense',
      'ftp://example.com/x.jpg',
      'https://nowhere.invalid/x.jpg',
      'http://intranet/x.jpg',
      'http://10.0.0.1/x.jpg',
      'http://[::1]/x',
    ])
      expect(await world.files.fetch(url)).toMatchObject({ ok: false });
  });

  test('this machine is asked only when the setting allows it', async () => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/x.png' ? 200 : 404).end(makeSample('avatar.png'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    expect(await world.files.fetch(`${url}/x.png`)).toEqual({ ok: false, reason: 'not a public address' });
    world.settings.change({ allow_local_fetch: true });
    expect(await world.files.fetch(`${url}/x.png`)).toMatchObject({ ok: true, facts: { width: 160 } });
    expect(await world.files.fetch(`${url}/y.png`)).toEqual({ ok: false, reason: 'answered 404' });
    server.close();
  });
});
