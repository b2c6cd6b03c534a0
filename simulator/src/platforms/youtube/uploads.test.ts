import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsChannel, asChannel, newSimulator, reasonOf, sampleVideo, unit } from './testing.ts';

const simulator = newSimulator();
let acme: AsChannel;
beforeAll(async () => {
  await simulator.start();
  acme = await asChannel(simulator, 'acme');
});
afterAll(() => simulator.close());

const resource = (snippet: object = {}, status: object = {}) => ({ snippet: { title: 'T', ...snippet }, status });

async function session(size: number): Promise<string> {
  const response = await acme.begin(resource(), size);
  expect([response.status, response.text]).toEqual([200, '']);
  return response.headers.get('location') ?? '';
}

test('chunks are stored as far as they arrived, and the last one makes the video, once', async () => {
  const bytes = new Uint8Array(unit * 2 + 10);
  bytes.set(await sampleVideo(simulator));
  const { length } = bytes;
  let at = await session(length);
  expect(new URL(at).searchParams.get('upload_id')).toBeTruthy();
  const ask = () => acme.put(at, `bytes */${length}`);
  const before = await ask();
  expect([before.status, before.headers.get('range')]).toEqual([308, null]);

  const first = await acme.put(at, `bytes 0-${unit - 1}/${length}`, bytes.subarray(0, unit));
  expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${unit - 1}`]);
  // A gap is not stored, a repeat not twice, and both answer with what is there.
  const gap = await acme.put(at, `bytes ${unit * 2}-${length - 1}/${length}`, bytes.subarray(unit * 2));
  expect([gap.status, gap.headers.get('range')]).toEqual([308, `bytes=0-${unit - 1}`]);
  const repeat = await acme.put(at, `bytes 0-${unit * 2 - 1}/${length}`, bytes.subarray(0, unit * 2));
  expect(repeat.headers.get('range')).toBe(`bytes=0-${unit * 2 - 1}`);
  const odd = await acme.put(at, `bytes ${unit * 2}-${unit * 2 + 4}/${length}`, bytes.subarray(unit * 2, unit * 2 + 5));
  expect(odd.status).toBe(400);
  expect(await simulator.ledger(`account=${acme.id}`)).toEqual([]);

  const oldUrl = simulator.url;
  await simulator.restart();
  at = at.replace(oldUrl, simulator.url);
  const made = await acme.put(at, `bytes ${unit * 2}-${length - 1}/${length}`, bytes.subarray(unit * 2));
  expect(made).toMatchObject({ status: 200, body: { kind: 'youtube#video', status: { uploadStatus: 'processed' } } });
  for (const response of [await ask(), await acme.put(at, `bytes 0-${length - 1}/${length}`, bytes)])
    expect(response).toMatchObject({ status: 200, body: { id: made.body.id } });
  expect(await simulator.ledger(`account=${acme.id}`)).toMatchObject([{ kind: 'post', platform_id: made.body.id }]);
  expect(made.body.id).toMatch(/^[\w-]{11}$/);
  const [post] = await simulator.ledger(`account=${acme.id}`);
  const path = new URL(post?.media[0]?.url ?? '').pathname;
  const kept = await (await fetch(simulator.url + path)).arrayBuffer();
  expect(Buffer.from(kept).equals(bytes)).toBe(true);
});

test('sessions that are unknown, old or of another channel are gone', async () => {
  const other = await asChannel(simulator, 'other');
  const at = await session(10);
  expect((await other.put(at, 'bytes */10')).status).toBe(404);
  expect((await acme.put(`${at}x`, 'bytes */10')).status).toBe(404);
  await simulator.advance(7 * 24 * 3600 + 1);
  await acme.refresh();
  expect((await acme.put(at, 'bytes */10')).status).toBe(404);
  expect((await acme.put(await session(10), 'bytes */10')).status).toBe(308);
});

test.each<[string, string, object, object?]>([
  ['invalidTitle', 'empty', { title: '' }],
  ['invalidTitle', 'long', { title: 'x'.repeat(101) }],
  ['invalidTitle', 'with <', { title: 'a < b' }],
  ['invalidDescription', 'of 5002 bytes', { description: 'é'.repeat(2501) }],
  ['invalidTags', 'of 501 characters', { tags: ['x'.repeat(250), 'y z'.padEnd(248, 'z')] }],
  ['invalidCategoryId', 'unknown', { categoryId: '99' }],
  ['invalidVideoMetadata', 'unknown', {}, { privacyStatus: 'friends' }],
  ['invalidPublishAt', 'public', {}, { privacyStatus: 'public', publishAt: '2030-01-01T00:00:00Z' }],
  ['invalidPublishAt', 'soon', {}, { privacyStatus: 'private', publishAt: 'soon' }],
])('metadata are rejected: %s, %s', async (reason, _why, snippet, status = {}) => {
  const response = await acme.begin(resource(snippet, status), 10);
  expect([response.status, reasonOf(response)]).toEqual([400, reason]);
});

test('a file that is no video is found out by processing, an image at once', async () => {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  const made = await acme.put(await session(4), 'bytes 0-3/4', bytes);
  expect(made.body.status).toMatchObject({ uploadStatus: 'failed', failureReason: 'invalidFile' });
  const image = new Uint8Array(await (await fetch(`${simulator.url}/files/sample.jpg`)).arrayBuffer());
  const range = `bytes 0-${image.length - 1}/${image.length}`;
  expect(reasonOf(await acme.put(await session(image.length), range, image))).toBe('mediaBodyRequired');
});

test('a video is processed for so many looks', async () => {
  await simulator.fault({ kind: 'not_ready', platform: 'youtube', account: acme.id, polls: 1 });
  const { id, status } = await acme.upload();
  expect(status.uploadStatus).toBe('uploaded');
  const look = async () => (await acme.get(`/videos?part=status,processingDetails&id=${id}`)).body.items[0];
  expect(await look()).toMatchObject({ processingDetails: { processingStatus: 'processing' } });
  expect(await look()).toMatchObject({ status: { uploadStatus: 'processed' } });
});

test('a day has a hundred uploads, in a quota of their own', async () => {
  const busy = await asChannel(simulator, 'busy');
  const responses = await Promise.all(Array.from({ length: 101 }, () => busy.begin(resource(), 10)));
  const rejected = responses.filter(({ status }) => status !== 200);
  expect(rejected.map(reasonOf)).toEqual(['quotaExceeded']);
  expect((await busy.get('/channels?part=snippet&mine=true')).status).toBe(200);
});
