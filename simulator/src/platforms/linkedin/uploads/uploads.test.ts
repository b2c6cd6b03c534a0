import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkedin } from '../index.ts';
import { type AsAccount, asAccount, encoded, PlatformSimulator } from '../testing.ts';

const simulator = new PlatformSimulator(linkedin);
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator, 'linkedin');
});
afterAll(() => simulator.close());

const statusOf = async (kind: string, urn: string) => (await me.get(`${kind}/${encoded(urn)}`)).body.status;

describe('images', () => {
  test('are initialized, put, available, and shown', async () => {
    const { uploadUrl, image } = await me.begin('images');
    expect(await statusOf('images', image)).toBe('WAITING_UPLOAD');
    const early = await me.do('posts', me.draft('Early', { content: { media: { id: image } } }));
    expect(early).toMatchObject({ status: 400, body: { code: 'ILLEGAL_ARGUMENT' } });
    expect((await me.put(uploadUrl, await me.sample('sample.png'))).status).toBe(201);
    expect(await statusOf('images', image)).toBe('AVAILABLE');
    const urn = await me.post('With image', { content: { media: { id: image, altText: 'A loaf' } } });
    expect(urn).toMatch(/^urn:li:share:/);
    const [entry] = await simulator.ledger(`account=${me.id}`);
    expect(entry?.media).toMatchObject([{ type: 'image', alt: 'A loaf' }]);
  });

  test('several make a ugcPost', async () => {
    const images = [{ id: await me.image(), altText: 'a' }, { id: await me.image() }];
    expect(await me.post('Two', { content: { multiImage: { images } } })).toMatch(/^urn:li:ugcPost:/);
    const one = { multiImage: { images: images.slice(1) } };
    expect((await me.do('posts', me.draft('One', { content: one }))).status).toBe(400);
  });

  test('that are none fail while they are processed', async () => {
    const { uploadUrl, image } = await me.begin('images');
    await me.put(uploadUrl, Buffer.from('no image'));
    expect(await statusOf('images', image)).toBe('PROCESSING_FAILED');
  });

  test('take as many looks as a fault says', async () => {
    await simulator.fault({ platform: 'linkedin', kind: 'not_ready', polls: 2 });
    const image = await me.image();
    const seen = [await statusOf('images', image), await statusOf('images', image), await statusOf('images', image)];
    expect(seen).toEqual(['PROCESSING', 'PROCESSING', 'AVAILABLE']);
  });

  test('belong to their owner, and need the token', async () => {
    const other = await asAccount(simulator, 'linkedin');
    const image = await other.image();
    expect((await me.get(`images/${encoded(image)}`)).status).toBe(403);
    expect((await me.do('posts', me.draft('Theirs', { content: { media: { id: image } } }))).status).toBe(400);
    const { uploadUrl } = await me.begin('images');
    const bytes = (await me.sample('sample.jpg')) as Uint8Array<ArrayBuffer>;
    expect((await fetch(uploadUrl, { method: 'PUT', body: bytes })).status).toBe(401);
  });

  test('a URN in a path is encoded', async () => {
    const image = await me.image();
    expect(await me.get(`images/${image}`)).toMatchObject({ status: 400, body: { code: 'ILLEGAL_ARGUMENT' } });
  });
});

describe('videos', () => {
  test('come in parts whose ETags finish them', async () => {
    const sample = await me.sample('sample.mp4');
    const bytes = new Uint8Array(5_000_000);
    bytes.set(sample);
    const { video, uploadInstructions, uploadToken } = await me.begin('videos', { fileSizeBytes: bytes.length });
    expect(uploadInstructions).toMatchObject([
      { firstByte: 0, lastByte: 4_194_303 },
      { firstByte: 4_194_304, lastByte: 4_999_999 },
    ]);
    const uploadedPartIds: string[] = [];
    for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
      const response = await me.put(uploadUrl, bytes.subarray(firstByte, lastByte + 1));
      expect(response.status).toBe(200);
      uploadedPartIds.push(response.headers.get('etag') ?? '');
    }
    const finish = (ids: string[]) =>
      me.do('videos?action=finalizeUpload', { finalizeUploadRequest: { video, uploadToken, uploadedPartIds: ids } });
    expect((await finish(uploadedPartIds.toReversed())).status).toBe(400);
    expect((await finish(uploadedPartIds)).status).toBe(200);
    expect(await statusOf('videos', video)).toBe('PROCESSING');
    expect(await statusOf('videos', video)).toBe('AVAILABLE');
    expect(await me.post('Film', { content: { media: { id: video, title: 'F' } } })).toMatch(/^urn:li:ugcPost:/);
  });

  test('need their size, and parts of the size that was said', async () => {
    const body = { initializeUploadRequest: { owner: me.urn } };
    expect((await me.do('videos?action=initializeUpload', body)).status).toBe(400);
    const { uploadInstructions } = await me.begin('videos', { fileSizeBytes: 10 });
    expect((await me.put(uploadInstructions[0].uploadUrl, Buffer.from('short'))).status).toBe(400);
  });
});
