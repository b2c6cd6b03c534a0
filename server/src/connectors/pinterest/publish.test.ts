import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { Media } from '../../core/session.ts';
import { editing } from './editing.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';
import { BOARD, no, pinterestSession } from './session.fake.ts';

const image: Media = { type: 'image', url: 'https://a.example/x.png', altText: 'What it shows' };
const video: Media = { type: 'video', url: 'https://a.example/v.mp4' };
const content = (fields: Partial<Content> = {}): Content => ({
  text: 'Hi',
  media: [image],
  destinationId: BOARD,
  options: {},
  ...fields,
});
const PIN = '813744226420795884';

async function publish(post: Content, type?: string) {
  const fake = pinterestSession(() => ({ status: 201, json: { id: PIN } }), type);
  const prepared = (await publishing.prepare?.(fake.session, post)) ?? {};
  expect(fake.requests).toEqual([]);
  expect(await publishing.ready?.(fake.session, prepared)).toEqual({ state: 'ready' });
  const published = await publishing.send(fake.session, post, prepared, 'key');
  return { ...fake, published, body: fake.requests[0]?.body };
}

test('an image is a pin on its board', async () => {
  const { calls, published, body } = await publish(content({ title: 'A title' }));
  expect(published).toEqual({ platformId: PIN, permalink: `https://www.pinterest.com/pin/${PIN}/` });
  expect(calls()).toEqual(['POST /v5/pins']);
  expect(body).toEqual({
    json: {
      board_id: BOARD,
      title: 'A title',
      description: 'Hi',
      alt_text: 'What it shows',
      media_source: { source_type: 'image_url', url: image.url },
    },
  });
});

test('options win over the post', async () => {
  const options = {
    title: 'Own',
    description: 'Own words',
    link: 'https://a.example/shop',
    alt_text: 'Own alt',
    board_section_id: '77',
    dominant_color: '#6E7874',
  };
  const { body } = await publish(content({ title: 'A title', options }));
  expect(body).toMatchObject({ json: { board_id: BOARD, ...options } });
});

test('several images are a carousel, without texts when there are none', async () => {
  const { body } = await publish(content({ text: '', media: [{ ...image, altText: '' }, image] }));
  const items = [{ url: image.url }, { url: image.url }];
  expect(body).toEqual({
    json: { board_id: BOARD, media_source: { source_type: 'multiple_image_urls', items, index: 0 } },
  });
});

test('a video is uploaded and processed before its pin is made', async () => {
  const states = ['registered', 'processing', 'succeeded'];
  const { session, requests, calls } = pinterestSession((_request, call) => {
    if (call === 'POST /v5/media')
      return {
        status: 201,
        json: {
          media_id: '12345',
          media_type: 'video',
          upload_url: 'https://evil.example/',
          upload_parameters: { key: 'k' },
        },
      };
    if (call === 'POST /') return { status: 204 };
    return call === 'POST /v5/pins' ? { status: 201, json: { id: PIN } } : { json: { status: states.shift() } };
  }, 'video/mp4');
  const post = content({ media: [video] });
  const prepared = (await publishing.prepare?.(session, post)) ?? {};
  expect(prepared).toEqual({ video: '12345' });
  expect(requests[1]).toMatchObject({ url: 'https://upload.test/' });
  expect(requests[1]?.headers).toBeUndefined();
  const upload = requests[1]?.body;
  expect(upload && 'multipart' in upload && upload.multipart.map(({ name }) => name)).toEqual(['key', 'file']);
  const readiness = [];
  while (states.length > 0) readiness.push((await publishing.ready?.(session, prepared))?.state);
  expect(readiness).toEqual(['not_ready', 'not_ready', 'ready']);
  await publishing.send(session, post, prepared, 'key');
  expect(calls().at(-1)).toBe('POST /v5/pins');
  expect(requests.at(-1)?.body).toMatchObject({
    json: { media_source: { source_type: 'video_id', media_id: '12345', cover_image_key_frame_time: 0 } },
  });
});

test('a video that cannot be processed has failed', async () => {
  const { session } = pinterestSession(() => ({ json: { status: 'failed' } }));
  expect(await publishing.ready?.(session, { video: '1' })).toMatchObject({
    state: 'failed',
    error: { kind: 'rejected', facts: { field: 'media' } },
  });
});

const { destinationId: _board, ...withoutBoard } = content();
test.each<[Content, string, string]>([
  [withoutBoard, 'rejected', 'board_id'],
  [content({ destinationId: '../1' }), 'not_found', 'board_id'],
  [content({ media: [] }), 'rejected', 'media'],
  [content({ media: [image, video] }), 'rejected', 'media'],
  [content({ media: [image, image, image, image, image, image] }), 'rejected', 'media'],
  [content({ visibility: 'private' }), 'rejected', 'visibility'],
  [content({ options: { board_id: BOARD } }), 'rejected', 'platform_data'],
  [content({ options: { link: 'ftp://a.example' } }), 'rejected', 'platform_data'],
])('%j is rejected', async (post, kind, field) => {
  await expect(publish(post)).rejects.toMatchObject({ kind, facts: { field } });
});

test('an image of another type is rejected before the pin is made', async () => {
  await expect(publish(content(), 'image/bmp')).rejects.toMatchObject({ kind: 'rejected', facts: { field: 'media' } });
  expect((await publish(content(), 'application/octet-stream')).published.platformId).toBe(PIN);
});

const pin = (second: number, more: object = {}) => ({
  id: `${second}`,
  created_at: `2026-03-01T12:00:0${second}`,
  title: null,
  description: 'Hi',
  media: { media_type: 'image', images: {} },
  ...more,
});
const since = new Date('2026-03-01T12:00:03.900Z');

test('the list is read to its end, in times of UTC and whole seconds', async () => {
  const pages: Record<string, object> = {
    '': { items: [pin(2), pin(3), pin(4, { title: 'Another' })], bookmark: 'b' },
    b: {
      items: [
        pin(5, { description: null }),
        pin(6, { media: { media_type: 'multiple_images', items: [1, 2] } }),
        pin(7, { created_at: '2026-03-01T12:00:07Z' }),
      ],
      bookmark: null,
    },
  };
  const { session, calls } = pinterestSession(({ query }) => ({ json: pages[String(query?.bookmark ?? '')] }));
  const found = await publishing.list(session, content(), since);
  expect(calls()).toEqual([`GET /v5/boards/${BOARD}/pins`, `GET /v5/boards/${BOARD}/pins`]);
  expect(found.map(({ platformId }) => platformId)).toEqual(['7', '6', '5', '3']);
  expect(found[0]).toMatchObject({ createdAt: new Date('2026-03-01T12:00:07Z'), mediaCount: 1 });
  expect(found.filter((item) => publishing.matches(content(), item)).map(({ platformId }) => platformId)).toEqual([
    '7',
    '3',
  ]);
  const two = found.filter((item) => publishing.matches(content({ media: [image, image] }), item));
  expect(two.map(({ platformId }) => platformId)).toEqual(['6']);
});

test('an unreadable list proves nothing, and neither does a circular one, which ends', async () => {
  for (const json of [{}, { items: [pin(4, { created_at: 'soon' })] }, []]) {
    const { session } = pinterestSession(() => ({ json }));
    await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ kind: 'unavailable' });
  }
  const { session, calls } = pinterestSession(() => ({ json: { items: [], bookmark: 'a' } }));
  await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ facts: { reason: 'list_cut' } });
  expect(calls()).toHaveLength(2);
});

test('an edit changes the description alone', async () => {
  const { session, requests } = pinterestSession(() => ({ json: { id: PIN } }));
  await editing.send(session, { platformId: PIN, text: 'Better' }, {}, 'key');
  expect(requests[0]).toMatchObject({ method: 'PATCH', url: `https://api.test/v5/pins/${PIN}` });
  expect(requests[0]?.body).toEqual({ json: { description: 'Better' } });
});

test('a removal accepts only 204 and "not found"', async () => {
  const remove = async (response: object, platformId = PIN) => {
    const { session } = pinterestSession(() => response);
    return await removal.send(session, { platformId }, {}, 'key');
  };
  expect(await remove({ status: 204 })).toEqual({ platformId: PIN });
  expect(await remove(no(404, 50, 'Pin not found.'))).toEqual({ platformId: PIN });
  expect(await remove(new Error('not called'), '../boards')).toEqual({ platformId: '../boards' });
  await expect(remove({ status: 200, text: '<html>' })).rejects.toMatchObject({ kind: 'unknown' });
  await expect(remove(no(403, 29))).rejects.toMatchObject({ kind: 'forbidden' });
});
