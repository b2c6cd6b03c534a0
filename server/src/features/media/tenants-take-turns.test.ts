import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openDiskStorage } from '@hubbub/file-storage';
import { bytesSource, inspect } from '@hubbub/media-info';
import { video } from '@hubbub/media-info/corpus/videos.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Files, keyOf } from '../../core/files.ts';
import type { MediaLimits } from '../../core/limits.ts';
import type { MediaRow } from './media.ts';
import { imageForPlatform } from './renditions/image-rendition.ts';
import { inspectInTurn } from './upload/inspect-in-turn.ts';

const LARGE = ['large-1', 'large-2', 'large-3', 'large-4', 'large-5', 'large-6'];
/** Takes a while in the place of ffprobe. */
const SLOW_PROBE = `#!/bin/sh
sleep 0.2
echo '{"streams":[{"codec_type":"video"}],"format":{}}'
`;

let folder: string;
let storage: Awaited<ReturnType<typeof openDiskStorage>>;
const path = process.env.PATH;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turns-'));
  storage = await openDiskStorage(join(folder, 'media'));
  await writeFile(join(folder, 'ffprobe'), SLOW_PROBE, { mode: 0o755 });
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterAll(async () => {
  process.env.PATH = path;
  storage?.close();
  await rm(folder, { recursive: true, force: true });
});

async function store(tenantId: string, id: string, content: Uint8Array): Promise<string> {
  const key = keyOf({ tenantId, id });
  await storage.put(
    key,
    (async function* () {
      yield content;
    })(),
    { contentType: 'application/octet-stream' },
  );
  return key;
}

/** The names of the work in the order in which it ends. The work of `small` is started after all of `large`. */
async function orderOf(work: (tenantId: string, name: string) => Promise<unknown>): Promise<string[]> {
  const order: string[] = [];
  const noted = (tenantId: string, name: string) => work(tenantId, name).then(() => order.push(name));
  await Promise.all([...LARGE.map((name) => noted('large', name)), noted('small', 'small')]);
  return order;
}

test('a video is inspected before the second one of a tenant with many', async () => {
  const content = video();
  const keys = new Map<string, string>();
  for (const name of [...LARGE, 'small']) keys.set(name, await store(name.slice(0, 5), name, content));
  const order = await orderOf((tenantId, name) =>
    inspectInTurn(storage, tenantId, keys.get(name) as string, content.length),
  );
  expect(order.indexOf('small')).toBeLessThan(2);
});

test('an image is converted before the second one of a tenant with many', async () => {
  const create = { width: 3000, height: 2000, channels: 3, background: '#123456' } as const;
  const content = await sharp({ create }).png().toBuffer();
  const facts = await inspect(bytesSource(content));
  for (const name of [...LARGE, 'small']) await store(name.slice(0, 5), name, content);
  const limits = { imageTypes: ['image/jpeg'], imageBytesMax: 1_000_000 } as unknown as MediaLimits;
  const row = (id: string) => ({ id, filename: 'a.png', size_bytes: content.length, content_type: 'image/png', facts });
  const order = await orderOf((tenantId, name) =>
    imageForPlatform({ storage } as unknown as Files, tenantId, row(name) as MediaRow, limits),
  );
  expect(order.indexOf('small')).toBeLessThan(2);
});
