import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadeAccount, TestSimulator } from '../../core/testing.ts';
import { clientOf } from './testing.ts';

interface Attachment {
  readonly id: string;
  readonly type: string;
  readonly url: string | null;
  readonly description: string | null;
  readonly meta: { readonly original: { readonly size?: string }; readonly focus: object };
}

const simulator = new TestSimulator();
let account: MadeAccount;
let api: ReturnType<typeof clientOf>;

beforeAll(async () => {
  await simulator.start();
  account = await simulator.account('mastodon');
  api = clientOf(simulator, account);
});
afterAll(() => simulator.close());

async function upload(name: string, fields: Record<string, string> = {}) {
  const bytes = await (await fetch(`${simulator.url}/files/${name}`)).arrayBuffer();
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([bytes]), name);
  return api.call<Attachment & { error?: string }>('POST', '/api/v2/media', form);
}

test('an image is ready at once, described, and shown on the status', async () => {
  const { status, body } = await upload('sample.jpg', { description: 'A sunset', focus: '-0.4,0.1' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: 'image',
    description: 'A sunset',
    meta: { original: { size: '1080x1080' }, focus: { x: -0.4, y: 0.1 } },
  });
  const post = await api.post('', { media_ids: [body.id] });
  expect(post.body.media_attachments).toMatchObject([{ id: body.id, description: 'A sunset' }]);
  expect((await simulator.ledger()).at(-1)).toMatchObject({
    media: [{ type: 'image', alt: 'A sunset', url: body.url }],
  });
  const kept = await fetch(`${simulator.url}${new URL(body.url ?? '').pathname}`);
  expect(kept.headers.get('content-type')).toBe('image/jpeg');
  expect((await api.post('Twice', { media_ids: [body.id] })).status).toBe(422);
});

test('a video is processed: 202, 206, then 200, and cannot be posted before', async () => {
  const { status, body } = await upload('sample.mp4');
  expect(status).toBe(202);
  expect(body).toMatchObject({ type: 'video', url: null });
  expect(await api.post('Too early', { media_ids: [body.id] })).toMatchObject({
    status: 422,
    body: { error: 'Cannot attach files that have not finished processing. Try again in a moment!' },
  });
  expect((await api.get(`/api/v1/media/${body.id}`)).status).toBe(206);
  expect(await api.get(`/api/v1/media/${body.id}`)).toMatchObject({
    status: 200,
    body: { url: expect.stringContaining('.mp4') },
  });
  expect((await api.post('Now', { media_ids: [body.id] })).status).toBe(200);
});

test('a not_ready fault makes an image wait, whichever of the two operations it names', async () => {
  for (const operation of ['upload_media', 'media_status'] as const) {
    await simulator.fault({ kind: 'not_ready', platform: 'mastodon', operation, polls: 2 });
    const { status, body } = await upload('sample.png');
    expect(status).toBe(202);
    const polls = [];
    for (let poll = 0; poll < 3; poll += 1) polls.push((await api.get(`/api/v1/media/${body.id}`)).status);
    expect(polls).toEqual([206, 206, 200]);
  }
});

test('files that are no media, too many files and mixed kinds are rejected', async () => {
  const form = new FormData();
  form.set('file', new Blob(['hello']), 'x.jpg');
  expect((await api.call('POST', '/api/v2/media', form)).status).toBe(422);
  expect((await api.call('POST', '/api/v2/media', new FormData())).status).toBe(422);
  const ids = [];
  for (let number = 0; number < 5; number += 1) ids.push((await upload('sample.png')).body.id);
  expect((await api.post('Five', { media_ids: ids })).body).toEqual({ error: 'Cannot attach more than 4 files' });
  const gif = (await upload('sample.gif')).body.id;
  expect((await api.post('Mixed', { media_ids: [ids[0], gif] })).body).toEqual({
    error: 'Cannot attach a video to a post that already contains images',
  });
  expect((await api.post('Four', { media_ids: ids.slice(0, 4) })).status).toBe(200);
});
