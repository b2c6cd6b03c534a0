import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleImage, sampleVideo, TestInstagram, TestSimulator } from '../testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;
let files: Server;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  instagram = await TestInstagram.make(simulator);
  await simulator.settings({ allow_local_fetch: true });
  files = createServer((request, response) => {
    const [, width = '0', height = '0', size = '0'] = request.url?.split('/') ?? [];
    if (width === 'html') response.end('<html>');
    else response.end(jpegOf(Number(width), Number(height), Number(size)));
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  files.close();
  await simulator.close();
});

/** Only a header with the size, and padding. */
function jpegOf(width: number, height: number, size: number): Buffer {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return Buffer.concat([frame, Buffer.alloc(Math.max(0, size - frame.length))]);
}

const local = (path: string) => `http://127.0.0.1:${(files.address() as AddressInfo).port}/${path}`;
const status = async (id: string, fields = 'id,status,status_code') => (await instagram.get(id, { fields })).body;

describe('status', () => {
  test('an image is finished at once', async () => {
    const id = await instagram.container({ image_url: sampleImage, caption: 'x' });
    expect(id).toMatch(/^178\d{14}$/);
    expect(await status(id)).toEqual({
      id,
      status: 'Finished: Media has been uploaded and it is ready to be published.',
      status_code: 'FINISHED',
    });
    expect((await instagram.get(id)).body).toEqual({ id });
  });

  test('a video takes one poll', async () => {
    const id = await instagram.container({ media_type: 'REELS', video_url: sampleVideo });
    expect(await status(id)).toMatchObject({
      status_code: 'IN_PROGRESS',
      status: expect.stringContaining('In Progress:'),
    });
    expect(await status(id)).toMatchObject({ status_code: 'FINISHED' });
    expect(await status(id, 'copyright_check_status')).toMatchObject({
      copyright_check_status: { status: 'completed' },
    });
  });

  test('not_ready: as many polls as the fault says', async () => {
    await simulator.fault({ platform: 'instagram', operation: 'create_container', kind: 'not_ready', polls: 2 });
    const id = await instagram.container();
    const seen = [];
    for (let poll = 0; poll < 3; poll += 1) seen.push((await status(id)).status_code);
    expect(seen).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED']);
  });

  test('a file that is no video ends with an error', async () => {
    const id = await instagram.container({ media_type: 'REELS', video_url: sampleImage });
    await status(id);
    expect(await status(id)).toMatchObject({
      status_code: 'ERROR',
      status: 'Error: Media upload has failed with error code 2207026',
    });
    const rejected = await instagram.post('me/media_publish', { creation_id: id });
    expect(rejected.body.error).toMatchObject({ code: 352, error_subcode: 2207026 });
  });

  test('expired after a day', async () => {
    const id = await instagram.container();
    await simulator.advance(86_400);
    expect(await status(id)).toMatchObject({ status_code: 'EXPIRED' });
    const rejected = await instagram.post('me/media_publish', { creation_id: id });
    expect(rejected.body.error).toMatchObject({ code: -2, error_subcode: 2207020 });
  });

  test('unknown fields and other accounts’ containers', async () => {
    const id = await instagram.container();
    expect((await instagram.get(id, { fields: 'state' })).body.error).toMatchObject({
      message: '(#100) Tried accessing nonexisting field (state) on node type (IGMediaContainer)',
      code: 100,
    });
    const other = await TestInstagram.make(simulator);
    expect((await other.get(id)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  });
});

describe('rejections', () => {
  test('the envelope of a publishing error', async () => {
    const { status, body } = await instagram.post('me/media', { image_url: 'https://simulator.test/files/none.jpg' });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        message: 'Only photo or video can be accepted as media type.',
        type: 'OAuthException',
        code: 9004,
        error_subcode: 2207052,
        is_transient: false,
        error_user_title: "Media download has failed. The media URI doesn't meet our requirements.",
        error_user_msg: 'The media could not be fetched from this URI: https://simulator.test/files/none.jpg',
        fbtrace_id: expect.any(String),
      },
    });
  });

  test.each<[string, Record<string, string>, number, number | undefined]>([
    ['no address', {}, 100, undefined],
    ['a name that leads nowhere', { image_url: 'https://nowhere.invalid/a.jpg' }, 9004, 2207052],
    ['no address at all', { image_url: 'sample.jpg' }, 9004, 2207052],
    ['a PNG', { image_url: 'https://simulator.test/files/sample.png' }, 36001, 2207005],
    ['a GIF by its name', { image_url: 'https://cdn.example.com/a.gif?x=1' }, 36001, 2207005],
    ['a video as an image', { image_url: sampleVideo }, 9004, 2207052],
    [
      'an unreachable video',
      { media_type: 'REELS', video_url: 'https://simulator.test/files/none.mp4' },
      9004,
      2207052,
    ],
    ['a long caption', { image_url: sampleImage, caption: 'x'.repeat(2201) }, 36004, 2207010],
    ['31 hashtags', { image_url: sampleImage, caption: '#tag '.repeat(31) }, 100, 2207040],
    ['21 mentions', { image_url: sampleImage, caption: '@acme '.repeat(21) }, 100, 2207040],
    ['an unknown type', { media_type: 'GIF', image_url: sampleImage }, 100, 2207023],
    ['the old type of single videos', { media_type: 'VIDEO', video_url: sampleVideo }, 100, 2207023],
    ['a negative thumbnail offset', { media_type: 'REELS', video_url: sampleVideo, thumb_offset: '-1' }, 1, 2207057],
    [
      'a thumbnail offset after the end',
      { media_type: 'REELS', video_url: sampleVideo, thumb_offset: '60000' },
      1,
      2207057,
    ],
    ['four collaborators', { image_url: sampleImage, collaborators: '["a","b","c","d"]' }, 100, undefined],
    ['a tag without a place', { image_url: sampleImage, user_tags: '[{"username":"a"}]' }, 100, undefined],
    ['a long alternative text', { image_url: sampleImage, alt_text: 'x'.repeat(1001) }, 100, undefined],
    ['a resumable upload', { media_type: 'REELS', upload_type: 'resumable' }, 100, undefined],
    ['a carousel of one', { media_type: 'CAROUSEL', children: '["1"]' }, 100, 2207028],
    ['a carousel of eleven', { media_type: 'CAROUSEL', children: new Array(11).fill('1').join(',') }, 100, 2207028],
    ['a carousel of unknown items', { media_type: 'CAROUSEL', children: '1,2' }, 100, 2207028],
  ])('%s', async (_name, values, code, subcode) => {
    const { body } = await instagram.post('me/media', values);
    expect([body.error.code, body.error.error_subcode]).toEqual([code, subcode]);
  });

  test('2200 characters, 30 hashtags and both ids of the account are taken', async () => {
    const caption = `${'#tag '.repeat(30)}${'ä'.repeat(2050)}`;
    expect((await instagram.post(`${instagram.id}/media`, { image_url: sampleImage, caption })).status).toBe(200);
  });

  test('images by their file: shape, weight, not an image', async () => {
    const code = async (path: string, more = {}) => {
      const { body } = await instagram.post('me/media', { image_url: local(path), ...more });
      return body.error ? [body.error.code, body.error.error_subcode] : 'taken';
    };
    expect(await code('1080/1350')).toBe('taken');
    expect(await code('1080/566')).toBe('taken');
    expect(await code('1080/1920')).toEqual([36003, 2207009]);
    expect(await code('2000/1000')).toEqual([36003, 2207009]);
    expect(await code('1080/1920', { media_type: 'STORIES' })).toBe('taken');
    expect(await code('1080/1920', { is_carousel_item: 'true' })).toBe('taken');
    expect(await code(`1080/1080/${8 * 1024 * 1024 + 1}`)).toEqual([36000, 2207004]);
    expect(await code('html')).toEqual([9004, 2207052]);
    await simulator.settings({ allow_local_fetch: false });
    expect(await code('1080/1080')).toEqual([9004, 2207052]);
    await simulator.settings({ allow_local_fetch: true });
  });

  test('the wrong account in the path, and its app-scoped id', async () => {
    const other = await TestInstagram.make(simulator);
    const { body } = await other.get('me');
    for (const id of [instagram.id, body.id]) {
      const rejected = await other.post(`${id}/media`, { image_url: sampleImage });
      expect(rejected.body.error).toMatchObject({ code: 100, error_subcode: 33, type: 'IGApiException' });
    }
  });

  test('more than 400 containers a day', { timeout: 30_000 }, async () => {
    const other = await TestInstagram.make(simulator);
    for (let number = 0; number < 400; number += 1) await other.container();
    const rejected = await other.post('me/media', { image_url: sampleImage });
    expect([rejected.status, rejected.body.error.code]).toEqual([429, 4]);
  });
});
