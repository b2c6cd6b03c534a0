import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsAccount, asAccount, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let acme: AsAccount;
beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
});
afterAll(() => simulator.close());

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

async function chunked(each: AsAccount, file: Blob, type: string, category: string): Promise<string> {
  const total_bytes = file.size;
  const begun = await each.post('/2/media/upload/initialize', {
    media_type: type,
    media_category: category,
    total_bytes,
  });
  const { id } = begun.body.data;
  const half = Math.ceil(file.size / 2);
  // The second half first: the order is in segment_index, not in time.
  for (const [index, part] of [file.slice(half), file.slice(0, half)].entries()) {
    const appended = await each.post(
      `/2/media/upload/${id}/append`,
      form({ segment_index: String(1 - index), media: part }),
    );
    expect(appended.body.data.expires_at).toBeGreaterThan(Date.now() / 1000);
  }
  return id;
}

const status = (id: string) => acme.get('/2/media/upload', { command: 'STATUS', media_id: id });

test('an image in two parts is ready at once, and its bytes are whole', async () => {
  const file = await acme.sample('sample.jpg');
  const id = await chunked(acme, file, 'image/jpeg', 'tweet_image');
  const done = await acme.post(`/2/media/upload/${id}/finalize`);
  expect(done.body.data).toEqual({ id, media_key: `3_${id}`, size: file.size, expires_after_secs: 86_400 });
  const post = await acme.tweet('', { media: { media_ids: [id] } });
  const { body } = await acme.get(`/2/tweets/${post}`, { expansions: 'attachments.media_keys', 'media.fields': 'url' });
  expect(body.data.text).toMatch(/^https:\/\/t\.co\/\w{10}$/);
  const { url } = body.includes.media[0];
  const stored = await fetch(url.replace('https://simulator.test', simulator.url));
  expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

test('a video is pending, in progress, then ready; before that no post takes it', async () => {
  const id = await chunked(acme, await acme.sample('sample.mp4'), 'video/mp4', 'tweet_video');
  const done = await acme.post(`/2/media/upload/${id}/finalize`);
  expect(done.body.data).toMatchObject({
    media_key: `7_${id}`,
    processing_info: { state: 'pending', check_after_secs: 1 },
  });
  const early = await acme.post('/2/tweets', { text: 'Too early', media: { media_ids: [id] } });
  expect(early.body.errors[0].message).toBe('Your media IDs are invalid.');
  expect((await status(id)).body.data.processing_info).toMatchObject({ state: 'in_progress', progress_percent: 50 });
  expect((await status(id)).body.data.processing_info.state).toBe('succeeded');
  await acme.tweet('Now', { media: { media_ids: [id] } });
});

test('not_ready makes any upload wait for so many looks', async () => {
  await simulator.fault({ platform: 'twitter', operation: 'upload_media', kind: 'not_ready', polls: 3 });
  const file = await acme.sample('sample.png');
  const { body } = await acme.post(
    '/2/media/upload',
    form({ media: file, media_category: 'tweet_image', media_type: 'image/png' }),
  );
  const states: string[] = [body.data.processing_info.state];
  for (let look = 0; look < 4; look += 1) states.push((await status(body.data.id)).body.data.processing_info.state);
  expect(states).toEqual(['pending', 'in_progress', 'in_progress', 'in_progress', 'succeeded']);
});

test('bytes that are no video fail in processing', async () => {
  const id = await chunked(acme, await acme.sample('sample.jpg'), 'video/mp4', 'tweet_video');
  await acme.post(`/2/media/upload/${id}/finalize`);
  await status(id);
  const { processing_info } = (await status(id)).body.data;
  expect(processing_info).toEqual({
    state: 'failed',
    error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' },
  });
});

test('the command form does the same, and so does base64 in JSON', async () => {
  const file = await acme.sample('sample.gif');
  const begin = form({
    command: 'INIT',
    media_type: 'image/gif',
    media_category: 'tweet_gif',
    total_bytes: String(file.size),
  });
  const { id } = (await acme.post('/2/media/upload', begin)).body.data;
  const media = Buffer.from(await file.arrayBuffer()).toString('base64');
  expect((await acme.post(`/2/media/upload/${id}/append`, { segment_index: 0, media })).status).toBe(200);
  const append = form({ command: 'APPEND', media_id: id, segment_index: '0', media: file });
  expect((await acme.post('/2/media/upload', append)).status).toBe(200);
  const done = await acme.post('/2/media/upload', form({ command: 'FINALIZE', media_id: id }));
  expect(done.body.data).toMatchObject({ media_key: `16_${id}`, size: file.size });
  expect((await status(id)).body.data.processing_info.state).toBe('succeeded');

  const png = Buffer.from(await (await acme.sample('sample.png')).arrayBuffer()).toString('base64');
  const direct = await acme.post('/2/media/upload', {
    media: png,
    media_category: 'tweet_image',
    media_type: 'image/png',
  });
  expect(direct.body.data.media_key).toMatch(/^3_/);
});

describe('rejected are', () => {
  test.each<[string, object]>([
    ['too large a file', { media_type: 'image/png', media_category: 'tweet_image', total_bytes: 5_300_000 }],
    ['an unknown category', { media_type: 'image/png', media_category: 'poster', total_bytes: 5 }],
    ['no size', { media_type: 'image/png', media_category: 'tweet_image' }],
    ['no type', { media_category: 'tweet_image', total_bytes: 5 }],
  ])('%s', async (_what, body) => {
    expect((await acme.post('/2/media/upload/initialize', body)).status).toBe(400);
  });

  test('missing parts, foreign, expired and mixed media', async () => {
    const file = await acme.sample('sample.jpg');
    const options = { media_type: 'image/jpeg', media_category: 'tweet_image', total_bytes: file.size };
    const { id } = (await acme.post('/2/media/upload/initialize', options)).body.data;
    const finalized = await acme.post(`/2/media/upload/${id}/finalize`);
    expect(finalized.status).toBe(400);
    expect(finalized.body.errors[0].message).toMatch(/do not add up/);

    const other = await asAccount(simulator, 'other');
    expect((await other.post(`/2/media/upload/${id}/append`, form({ segment_index: '0', media: file }))).status).toBe(
      400,
    );
    const upload = async (each: AsAccount) =>
      (await each.post('/2/media/upload', form({ media: file, media_category: 'tweet_image' }))).body.data.id as string;
    const theirs = await upload(other);
    expect((await acme.post('/2/tweets', { text: 'Not mine', media: { media_ids: [theirs] } })).status).toBe(400);

    const gif = await chunked(acme, await acme.sample('sample.gif'), 'image/gif', 'tweet_gif');
    await acme.post(`/2/media/upload/${gif}/finalize`);
    await status(gif);
    const mine = await upload(acme);
    expect((await acme.post('/2/tweets', { text: 'Mixed', media: { media_ids: [mine, gif] } })).status).toBe(400);
    await acme.tweet('Photos', { media: { media_ids: [mine, await upload(acme)] } });

    await simulator.advance(86_401);
    const fresh = await asAccount(simulator);
    expect((await fresh.get('/2/media/upload', { command: 'STATUS', media_id: mine })).status).toBe(400);
  });
});
