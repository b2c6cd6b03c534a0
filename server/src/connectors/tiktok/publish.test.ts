import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { Media } from '../../core/session.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { publishing } from './publish.ts';
import { creator, no, ok, POST_ID, PUBLISH_ID, tiktokSession } from './session.fake.ts';
import { chunksOf } from './upload.ts';

const image: Media = { type: 'image', url: 'https://a.example/x.jpg' };
const video: Media = { type: 'video', url: 'https://a.example/v.mp4' };
const post = (media: readonly Media[], options: object = {}, more: Partial<Content> = {}): Content => ({
  text: 'Hi #tag',
  media,
  options: { privacy_level: 'PUBLIC_TO_EVERYONE', ...options },
  ...more,
});
const photos = [image, image];
const done = ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [POST_ID] });
const uploadUrl = 'https://upload.test/video/?upload_id=1&upload_token=t';

interface Answers {
  readonly creator?: FakeResponse;
  readonly init?: FakeResponse | Error;
  readonly chunks?: FakeResponse[];
  readonly status?: FakeResponse | Error;
}

function world(responses: Answers = {}, file: Parameters<typeof tiktokSession>[1] = {}) {
  const chunks = [...(responses.chunks ?? [])];
  return tiktokSession((_request, call) => {
    if (call.endsWith('/creator_info/query/')) return responses.creator ?? creator();
    if (call.endsWith('/init/')) return responses.init ?? ok({ publish_id: PUBLISH_ID, upload_url: uploadUrl });
    if (call.startsWith('PUT')) return chunks.shift() ?? { status: 201 };
    return responses.status ?? done;
  }, file);
}

const mp4 = (bytes: number) => ({ bytes, contentType: 'video/mp4' });
const jsonOf = (request: { body?: unknown } | undefined) => (request?.body as { json: unknown } | undefined)?.json;

test('photos: interactions are off when the creator switched them off or nobody allowed them', async () => {
  const { session, requests, calls } = world({ creator: creator({ comment_disabled: true }) });
  const content = post(photos, { title: 'Short', disable_comment: false, photo_cover_index: 1, is_aigc: true });
  const prepared = await publishing.prepare(session, content);
  expect(calls()).toEqual(['POST /v2/post/publish/creator_info/query/']);
  expect(await publishing.state(session, prepared)).toEqual({ state: 'unreadable' });
  expect(await publishing.send(session, content, prepared, 'key')).toEqual({
    platformId: POST_ID,
    permalink: `https://www.tiktok.com/@acme/photo/${POST_ID}`,
  });
  expect(jsonOf(requests[1])).toEqual({
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: {
      title: 'Short',
      description: 'Hi #tag',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: true,
      auto_add_music: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      is_aigc: true,
    },
    source_info: { source: 'PULL_FROM_URL', photo_images: [image.url, image.url], photo_cover_index: 1 },
  });
});

test('the last chunk publishes a video', async () => {
  const { session, requests, calls } = world({ chunks: [{ status: 206 }, { status: 206 }] }, mp4(35_000_007));
  const content = post([video], { disable_duet: false, disable_stitch: false, video_cover_timestamp_ms: 5 });
  const prepared = await publishing.prepare(session, content);
  expect(JSON.parse(JSON.stringify(prepared))).toEqual({
    kind: 'video',
    publishId: PUBLISH_ID,
    size: 35_000_007,
    lastChunkAt: 20_000_000,
    contentType: 'video/mp4',
    secret: { uploadUrl },
    isPublic: true,
    preparedAt: '2026-03-01T12:00:00.500Z',
  });
  expect(jsonOf(requests[1])).toEqual({
    post_info: {
      title: 'Hi #tag',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: true,
      disable_duet: false,
      disable_stitch: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      video_cover_timestamp_ms: 5,
    },
    source_info: {
      source: 'FILE_UPLOAD',
      video_size: 35_000_007,
      chunk_size: 10_000_000,
      total_chunk_count: 3,
    },
  });
  await publishing.send(session, content, prepared, 'key');
  const ranges = requests.filter(({ method }) => method === 'PUT').map(({ headers }) => headers?.['content-range']);
  expect(ranges).toEqual([
    'bytes 0-9999999/35000007',
    'bytes 10000000-19999999/35000007',
    'bytes 20000000-35000006/35000007',
  ]);
  expect(calls().at(-1)).toBe('POST /v2/post/publish/status/fetch/');
  expect(requests[2]?.headers).not.toHaveProperty('authorization');
});

test("chunks follow TikTok's rule", () => {
  expect(chunksOf(1)).toEqual({ chunkSize: 1, count: 1 });
  expect(chunksOf(19_999_999)).toEqual({ chunkSize: 19_999_999, count: 1 });
  expect(chunksOf(20_000_000)).toEqual({ chunkSize: 10_000_000, count: 2 });
  expect(chunksOf(4 * 1024 ** 3).count).toBeLessThan(1000);
});

test.each<[string, Content, object]>([
  ['no media', post([]), { field: 'media' }],
  ['one photo', post([image]), { field: 'media' }],
  ['a photo beside a video', post([image, video]), { field: 'media' }],
  ['36 photos', post(Array.from({ length: 36 }, () => image)), { field: 'media' }],
  ['photos as a video', post(photos, { media_type: 'video' }), { field: 'media' }],
  ['a video as photos', post([video], { media_type: 'photo' }), { field: 'media' }],
  ['a cover that is not there', post(photos, { photo_cover_index: 2 }), { field: 'platform_data.photo_cover_index' }],
  ['no privacy level', post(photos, { privacy_level: undefined }), { field: 'platform_data' }],
  ['private advertising', post(photos, { privacy_level: 'SELF_ONLY', brand_content_toggle: true }), {}],
  ['a disclosure of nothing', post(photos, { _disclosure_on: true }), {}],
  [
    'a level that is not the creator’s',
    post(photos, { privacy_level: 'FOLLOWER_OF_CREATOR' }),
    { field: 'platform_data.privacy_level' },
  ],
  ['another visibility', post(photos, {}, { visibility: 'private' }), { field: 'visibility' }],
])('%s is rejected before anything is made', async (_name, content, facts) => {
  const { session, calls } = world();
  await expect(publishing.prepare(session, content)).rejects.toMatchObject({ kind: 'rejected', facts });
  expect(calls().filter((call) => call.endsWith('/init/'))).toEqual([]);
});

test('a creator without any privacy level has reached the daily limit', async () => {
  const { session } = world({ creator: creator({ privacy_level_options: [] }) });
  const facts = { field: 'posting_limit', retryAfterSeconds: 3600 };
  await expect(publishing.prepare(session, post(photos))).rejects.toMatchObject({ kind: 'rate_limited', facts });
});

test('a file of another type is rejected, one without a type is sent', async () => {
  const prepare = (contentType: string, content: Content) =>
    publishing.prepare(world({}, { bytes: 5, contentType }).session, content);
  await expect(prepare('image/png', post(photos))).rejects.toMatchObject({ facts: { field: 'media' } });
  await expect(prepare('video/x-msvideo', post([video]))).rejects.toMatchObject({ facts: { field: 'media' } });
  expect(await prepare('application/octet-stream', post([video]))).toMatchObject({ contentType: 'video/mp4' });
});

const LATER = '2026-03-01T13:30:00Z';
const prepared = async (media: readonly Media[], options = {}) =>
  await publishing.prepare(world({}, media.length === 1 ? mp4(10) : {}).session, post(media, options));

test.each<[string, FakeResponse, object]>([
  ['published', done, { state: 'sent', published: { platformId: POST_ID } }],
  ['nothing uploaded', ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 }), { state: 'not_sent' }],
  ['refused', ok({ status: 'FAILED', fail_reason: 'spam_risk' }), { state: 'not_sent' }],
  ['failed for now', ok({ status: 'FAILED', fail_reason: 'internal' }), { state: 'gone' }],
  ['unknown to TikTok', no(400, 'invalid_publish_id'), { state: 'unreadable' }],
])('the state of a video: %s', async (_name, status, expected) => {
  expect(await publishing.state(world({ status }).session, await prepared([video]))).toMatchObject(expected);
});

test('an undecided state is read again', async () => {
  const material = await prepared([video]);
  for (const status of [
    ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 10 }),
    ok({ status: 'PROCESSING_UPLOAD' }),
    ok({ status: 'PROCESSING_DOWNLOAD' }),
    ok({ status: 'PUBLISH_COMPLETE' }),
    no(500, 'internal_error'),
  ])
    await expect(publishing.state(world({ status }).session, material)).rejects.toMatchObject({ kind: 'unavailable' });
  const over = world({ status: ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 }) }, { now: LATER }).session;
  expect(await publishing.state(over, material)).toEqual({ state: 'gone' });
});

test('the publish id stands for a post without an id: at once when it is private, else after a while', async () => {
  const status = ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [] });
  const expected = { platformId: PUBLISH_ID, permalink: 'https://www.tiktok.com/@acme' };
  const hidden = await prepared([video], { privacy_level: 'SELF_ONLY' });
  expect(await publishing.send(world({ status }, mp4(10)).session, post([video]), hidden, 'key')).toEqual(expected);
  const late = world({ status }, { now: LATER }).session;
  expect(await publishing.state(late, await prepared([video]))).toEqual({ state: 'sent', published: expected });
});

test('once TikTok has the post, only an explicit failure counts as a rejection', async () => {
  const material = await prepared(photos);
  const send = (responses: Answers) => publishing.send(world(responses).session, post(photos), material, 'key');
  const learned = { publishId: PUBLISH_ID };
  for (const status of [
    ok({ status: 'PROCESSING_DOWNLOAD' }),
    ok({ status: 'PUBLISH_COMPLETE' }),
    ok({ status: 'FAILED', fail_reason: 'photo_pull_failed' }),
    no(401, 'access_token_invalid'),
    no(429, 'rate_limit_exceeded'),
    new Error('lost'),
  ])
    await expect(send({ status })).rejects.toMatchObject({ kind: 'unknown', facts: { learned } });
  const status = ok({ status: 'FAILED', fail_reason: 'spam_risk_text' });
  await expect(send({ status })).rejects.toMatchObject({ kind: 'rejected', facts: { field: 'text' } });
  await expect(send({ init: no(403, 'url_ownership_unverified') })).rejects.toMatchObject({ kind: 'rejected' });
  await expect(send({ init: no(500, 'internal_error') })).rejects.toMatchObject({ kind: 'unknown' });
});

test('photos with a publish id are looked up and never sent again', async () => {
  const material = { ...(await prepared(photos)), publishId: PUBLISH_ID };
  const { session, calls } = world();
  expect(await publishing.send(session, post(photos), material, 'key')).toMatchObject({ platformId: POST_ID });
  expect(calls()).toEqual(['POST /v2/post/publish/status/fetch/']);
});

test.each([400, 403, 404, 416])('a last chunk that is rejected with %i may have arrived before', async (status) => {
  const material = await prepared([video]);
  const responses = (state: FakeResponse) => ({ chunks: [{ status }], status: state });
  const send = (state: FakeResponse) =>
    publishing.send(world(responses(state), mp4(10)).session, post([video]), material, 'key');
  expect(await send(done)).toMatchObject({ platformId: POST_ID });
  const missing = ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 });
  await expect(send(missing)).rejects.toMatchObject({ kind: 'unknown' });
  const failed = ok({ status: 'FAILED', fail_reason: 'duration_check_failed' });
  await expect(send(failed)).rejects.toMatchObject({ kind: 'rejected', facts: { field: 'media' } });
});

test('a lost last chunk is unknown, and a file that changed is not sent', async () => {
  const material = await prepared([video]);
  const { session, calls } = world({ chunks: [{ status: 502 }] }, mp4(10));
  await expect(publishing.send(session, post([video]), material, 'key')).rejects.toMatchObject({ kind: 'unknown' });
  expect(calls().at(-1)).toMatch(/^PUT/);
  const other = world({}, mp4(11));
  await expect(publishing.send(other.session, post([video]), material, 'key')).rejects.toMatchObject({
    kind: 'rejected',
  });
  expect(other.calls()).toEqual([]);
});

const listed = (second: number, more: object = {}) => ({
  id: `${second}`,
  title: '',
  video_description: 'Hi #tag',
  create_time: Date.parse('2026-03-01T12:00:00Z') / 1000 + second,
  share_url: `https://www.tiktok.com/@acme/video/${second}`,
  ...more,
});

test('the list is read back to the given time and compared by text', async () => {
  const pages: Record<string, object> = {
    '': { videos: [listed(9), listed(8, { video_description: 'Other' })], cursor: 8, has_more: true },
    8: { videos: [listed(5, { video_description: 'Short Hi #tag' }), listed(2)], cursor: 2, has_more: true },
  };
  const { session, calls } = tiktokSession((request) =>
    ok(pages[String((jsonOf(request) as { cursor?: number }).cursor ?? '')]),
  );
  const found = await publishing.list(session, post(photos), new Date('2026-03-01T12:00:03.900Z'));
  expect(calls()).toHaveLength(2);
  expect(found.map(({ platformId }) => platformId)).toEqual(['9', '8', '5']);
  const matching = (content: Content) => found.filter((item) => publishing.matches(content, item));
  expect(matching(post(photos)).map(({ platformId }) => platformId)).toEqual(['9']);
  expect(matching(post(photos, { title: 'Short' })).map(({ platformId }) => platformId)).toEqual(['9', '5']);
});

test('without the scope to list the list is empty; an unreadable list proves nothing', async () => {
  const list = (response: FakeResponse) =>
    publishing.list(tiktokSession(() => response).session, post(photos), new Date(0));
  expect(await list(no(401, 'scope_not_authorized'))).toEqual([]);
  await expect(list(ok({}))).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(list(ok({ videos: [{ id: 'x' }], has_more: false }))).rejects.toMatchObject({ kind: 'unavailable' });
});
