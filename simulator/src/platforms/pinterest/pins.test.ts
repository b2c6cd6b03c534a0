import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, seen } from '../../core/test-account.ts';
import { type AsAccount, asAccount, image, newSimulator } from './testing.ts';

const simulator = newSimulator();
let acme: AsAccount;
let other: AsAccount;
beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
  other = await asAccount(simulator, 'other');
});
afterAll(() => simulator.close());

const create = (body: object) => acme.call('POST', '/pins', { board_id: acme.board, media_source: image, ...body });
const ids = (items: Json[]) => items.map(({ id }) => id);

describe('POST /pins', () => {
  test('an image with all its texts, in the ledger with its description', async () => {
    const texts = { title: 'T', description: 'D', link: 'https://a.example', alt_text: 'alt' };
    const pin = await acme.pin(texts);
    expect(pin).toMatchObject({
      ...texts,
      id: expect.stringMatching(/^\d+$/),
      board_id: acme.board,
      board_section_id: null,
      board_owner: { username: 'acme' },
      creative_type: 'REGULAR',
      media: { media_type: 'image', images: { '600x': { width: 600, height: 600 } } },
      pin_metrics: null,
    });
    expect(pin.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const [entry] = (await simulator.ledger(`platform=pinterest&account=${acme.id}&kind=post`)).slice(-1);
    const media = [{ type: 'image', url: image.url, alt: 'alt' }];
    expect(entry).toMatchObject({ platform_id: pin.id, text: 'D', media, operation: 'publish' });
  });

  test('several images, bytes, and the same again', async () => {
    const items = [
      { url: image.url, title: 'One', link: 'https://a.example/1' },
      { url: image.url, title: 'Two' },
    ];
    const carousel = await acme.pin({ media_source: { source_type: 'multiple_image_urls', items, index: 0 } });
    expect(carousel).toMatchObject({
      creative_type: 'CAROUSEL',
      media: { items: [{ title: 'One' }, { title: 'Two' }] },
    });
    const bytes = Buffer.from(await (await fetch(`${simulator.url}/files/sample.png`)).arrayBuffer());
    const data = bytes.toString('base64');
    await acme.pin({ media_source: { source_type: 'image_base64', content_type: 'image/png', data } });
    expect((await acme.pin()).id).not.toBe((await acme.pin()).id);
    await acme.pin({ title: 'x'.repeat(100), description: 'é'.repeat(800), alt_text: 'x'.repeat(500) });
  });

  const missing = { ...image, url: 'https://simulator.test/files/missing.jpg' };
  test.each<[string, object, number, number]>([
    ['no board', { board_id: undefined }, 400, 1],
    ['an unknown board', { board_id: '12' }, 404, 40],
    ['no media', { media_source: undefined }, 400, 1],
    ['unknown media', { media_source: { source_type: 'text' } }, 400, 1],
    ['an image that is missing', { media_source: missing }, 400, 1],
    ['a video as an image', { media_source: { ...image, url: 'https://a.example/x.mp4' } }, 400, 1],
    ['one image of several', { media_source: { source_type: 'multiple_image_urls', items: [image] } }, 400, 1],
    ['an unknown video', { media_source: { source_type: 'video_id', media_id: '1' } }, 400, 1],
    ['a long title', { title: 'x'.repeat(101) }, 400, 1],
    ['a long description', { description: 'x'.repeat(801) }, 400, 1],
    ['a long alt text', { alt_text: 'x'.repeat(501) }, 400, 1],
    ['a long link', { link: `https://a.example/${'x'.repeat(2048)}` }, 400, 1],
    ['a link that is none', { link: 'a.example' }, 400, 1],
    ['a color that is none', { dominant_color: 'red' }, 400, 1],
  ])('rejects %s', async (_what, body, status, code) => {
    expect(await create(body)).toMatchObject({ status, body: { code, message: expect.any(String) } });
  });

  test("rejects somebody else's board", async () => {
    expect(await create({ board_id: other.board })).toMatchObject({ status: 403, body: { code: 29 } });
  });
});

test('lists have the newest first, in pages; what is late is left out', async () => {
  const pinner = await asAccount(simulator);
  const made: string[] = [];
  for (const title of ['1', '2', '3']) made.unshift((await pinner.pin({ title })).id);
  const first = (await pinner.get('/pins?page_size=2')).body;
  expect(ids(first.items)).toEqual(made.slice(0, 2));
  const second = (await pinner.get(`/pins?page_size=2&bookmark=${first.bookmark}`)).body;
  expect({ ids: ids(second.items), bookmark: second.bookmark }).toEqual({ ids: made.slice(2), bookmark: null });
  for (const query of ['page_size=251', 'page_size=0', 'bookmark=zzz'])
    expect((await pinner.get(`/pins?${query}`)).status).toBe(400);
  await simulator.fault({ kind: 'delayed_visibility', seconds: 60, platform: 'pinterest', account: pinner.id });
  const late = await pinner.pin();
  expect((await pinner.get(`/boards/${pinner.board}/pins?page_size=250&bookmark=`)).body.items).toHaveLength(3);
  expect((await pinner.call('PATCH', `/pins/${late.id}`, { title: 'There' })).status).toBe(200);
});

test('edits texts and place, and deletes once', async () => {
  const { id } = await acme.pin({ description: 'Before', alt_text: 'alt', title: 'Kept' });
  const edited = await acme.call('PATCH', `/pins/${id}`, { description: 'After' });
  expect(edited).toMatchObject({ status: 200, body: { id, description: 'After', title: 'Kept' } });
  const [entry] = (await simulator.ledger(`account=${acme.id}&kind=edit`)).slice(-1);
  expect(entry).toMatchObject({ platform_id: id, text: 'After', media: [{ alt: 'alt' }], operation: 'edit_post' });
  const boards = (await acme.get('/boards')).body.items;
  expect((await acme.call('PATCH', `/pins/${id}`, { board_id: boards[1].id })).body.board_id).toBe(boards[1].id);
  expect((await acme.call('PATCH', `/pins/${id}`, { description: 'x'.repeat(801) })).status).toBe(400);
  expect(await other.call('DELETE', `/pins/${id}`)).toMatchObject({ status: 403, body: { code: 29 } });
  expect((await acme.call('DELETE', `/pins/${id}`)).status).toBe(204);
  expect(await acme.call('DELETE', `/pins/${id}`)).toMatchObject({ status: 404, body: { code: 50 } });
  expect((await acme.call('PATCH', `/pins/${id}`, { title: 'x' })).status).toBe(404);
  expect(await simulator.ledger(`account=${acme.id}&kind=delete`)).toHaveLength(1);
});

test('boards are made, changed, hidden and deleted with their pins', async () => {
  const made = await acme.call('POST', '/boards', { name: 'Secrets', privacy: 'SECRET' });
  expect(made).toMatchObject({ status: 201, body: { name: 'Secrets', privacy: 'SECRET', pin_count: 0 } });
  const { id } = made.body;
  expect((await acme.get('/boards?privacy=SECRET')).body.items).toMatchObject([{ id }]);
  expect((await acme.call('PATCH', `/boards/${id}`, { name: 'Open', privacy: 'PUBLIC' })).body.name).toBe('Open');
  const pin = await acme.pin({ board_id: id });
  expect((await acme.get(`/boards/${id}`)).body).toMatchObject({ pin_count: 1, owner: { username: 'acme' } });
  expect((await acme.call('DELETE', `/boards/${id}`)).status).toBe(204);
  expect((await acme.call('DELETE', `/pins/${pin.id}`)).body.code).toBe(50);
  expect((await acme.get(`/boards/${id}/pins`)).body.code).toBe(40);
  expect((await acme.call('POST', '/boards', {})).status).toBe(400);
});

describe('videos', () => {
  const video = async () => Buffer.from(await (await fetch(`${simulator.url}/files/sample.mp4`)).arrayBuffer());
  const upload = async (registered: Json, bytes: Buffer, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...registered.upload_parameters, ...more }))
      form.append(name, String(value));
    form.append('file', new Blob([new Uint8Array(bytes)]), 'video.mp4');
    return seen(fetch(registered.upload_url, { method: 'POST', body: form }));
  };
  const status = async (id: string) => (await acme.get(`/media/${id}`)).body.status;

  test('are registered, uploaded, processed, and pinned with a cover', async () => {
    await simulator.fault({ kind: 'not_ready', polls: 2, platform: 'pinterest', account: acme.id });
    const { status: code, body } = await acme.call('POST', '/media', { media_type: 'video' });
    expect(code).toBe(201);
    expect(await status(body.media_id)).toBe('registered');
    expect((await upload(body, await video(), { key: 'x' })).status).toBe(403);
    expect((await upload(body, await video())).status).toBe(204);
    const source = { source_type: 'video_id', media_id: body.media_id, cover_image_url: image.url };
    expect((await create({ media_source: source })).status).toBe(400);
    const looks = [await status(body.media_id), await status(body.media_id), await status(body.media_id)];
    expect(looks).toEqual(['processing', 'processing', 'succeeded']);
    expect((await create({ media_source: { ...source, cover_image_url: undefined } })).status).toBe(400);
    const pin = await acme.pin({ media_source: source });
    expect(pin).toMatchObject({ creative_type: 'VIDEO', media: { media_type: 'video' } });
    await acme.pin({ media_source: { ...source, cover_image_url: undefined, cover_image_key_frame_time: 0 } });
    const calls = await simulator.calls(`platform=pinterest&account=${acme.id}&operation=upload_media`);
    expect(calls.filter(({ path }) => path === '/')).not.toHaveLength(0);
  });

  test('that are none fail', async () => {
    const { body } = await acme.call('POST', '/media', { media_type: 'video' });
    await upload(body, readFileSync(import.meta.filename));
    await status(body.media_id);
    expect(await status(body.media_id)).toBe('failed');
    expect((await acme.call('POST', '/media', { media_type: 'image' })).status).toBe(400);
    const { upload_parameters } = (await acme.call('POST', '/media', { media_type: 'video' })).body;
    const thief = Object.assign(await asAccount(simulator), { token: upload_parameters['x-amz-security-token'] });
    expect((await thief.get('/pins')).status).toBe(403);
  });
});
