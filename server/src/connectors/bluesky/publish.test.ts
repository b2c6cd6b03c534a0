import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { publishing } from './publish.ts';
import { blueskySession, ME, postUri } from './session.fake.ts';
import { thread } from './thread.ts';

const since = new Date('2026-03-01T11:58:00Z');
const content = (fields: Partial<Content> = {}): Content => ({ text: 'Hi', media: [], options: {}, ...fields });
const blob = { $type: 'blob', ref: { $link: 'bafkrei' }, mimeType: 'image/png', size: 10 };
const image = { type: 'image', url: 'https://a.example/x', altText: 'A cat' } as const;
const video = { type: 'video', url: 'https://a.example/v', altText: 'A walk' } as const;
const written: FakeResponse = { json: { uri: postUri('3k'), cid: 'bafy' } };

async function publish(post: Content, response: (name: string) => FakeResponse = () => written) {
  const fake = blueskySession((name) => {
    if (name.endsWith('uploadBlob')) return { json: { blob } };
    return response(name);
  });
  const prepared = (await publishing.prepare?.(fake.session, post)) ?? {};
  const published = await publishing.send(fake.session, post, prepared, 'key-1');
  const put = fake.requests.at(-1)?.body as { json: Record<string, unknown> };
  return { ...fake, prepared, published, record: put.json.record, json: put.json };
}

test('a post is a record under a key of ours, the same each time', async () => {
  const first = await publish(content({ text: 'Hi #you', options: { langs: ['en'], tags: ['more'] } }));
  expect(first.published).toEqual({
    platformId: postUri('3k'),
    permalink: `https://bsky.app/profile/${ME}/post/3k`,
  });
  expect(first.json).toMatchObject({
    repo: ME,
    collection: 'app.bsky.feed.post',
    rkey: expect.stringMatching(/^[2-7a-z]{13}$/),
  });
  expect(first.record).toMatchObject({
    $type: 'app.bsky.feed.post',
    text: 'Hi #you',
    langs: ['en'],
    tags: ['more'],
    createdAt: '2026-03-01T12:00:00.500Z',
    facets: [{ index: { byteStart: 3, byteEnd: 7 }, features: [{ tag: 'you' }] }],
  });
  await publishing.send(first.session, content(), first.prepared, 'key-1');
  expect(first.requests.at(-1)?.body).toEqual({ json: first.json });
});

test('images are uploaded unchanged, with their descriptions', async () => {
  const { record, requests } = await publish(content({ media: [image, image] }));
  expect(requests[0]).toMatchObject({ body: { type: 'image/png', bytes: expect.any(Uint8Array) } });
  expect(record).toMatchObject({
    embed: {
      $type: 'app.bsky.embed.images',
      images: [
        { alt: 'A cat', image: blob },
        { alt: 'A cat', image: blob },
      ],
    },
  });
});

test('a link card takes one image', async () => {
  const options = { link: 'https://shop.example/a', link_title: 'Shop' };
  const { record } = await publish(content({ media: [image], options }));
  const external = { uri: options.link, title: 'Shop', description: '', thumb: blob };
  expect(record).toMatchObject({ embed: { $type: 'app.bsky.embed.external', external } });
  for (const media of [[image, image], [video]]) {
    await expect(publish(content({ media, options }))).rejects.toMatchObject({
      kind: 'rejected',
      facts: { field: 'media' },
    });
  }
});

test('a quote names the version of the post, beside media too', async () => {
  const theirs = postUri('3q', 'did:plc:bob');
  const view = {
    uri: theirs,
    cid: 'bafyq',
    author: { did: 'did:plc:bob' },
    record: { text: 'x' },
    indexedAt: '2026-03-01T11:00:00Z',
  };
  const response = (name: string) => (name.endsWith('getPosts') ? { json: { posts: [view] } } : written);
  const record = { $type: 'app.bsky.embed.record', record: { uri: theirs, cid: 'bafyq' } };
  expect((await publish(content({ options: { quote_uri: theirs } }), response)).record).toMatchObject({
    embed: record,
  });
  expect((await publish(content({ media: [image], options: { quote_uri: theirs } }), response)).record).toMatchObject({
    embed: { $type: 'app.bsky.embed.recordWithMedia', record, media: { images: [{ alt: 'A cat' }] } },
  });
});

test.each([
  [{ visibility: 'private' }, 'visibility'],
  [{ options: { langs: ['no language'] } }, 'platform_data'],
  [{ media: [{ ...image, altText: 'a'.repeat(2001) }] }, 'media'],
])('a wrong $1 is rejected', async (fields, field) => {
  await expect(publish(content(fields as Partial<Content>))).rejects.toMatchObject({
    kind: 'rejected',
    facts: { field },
  });
});

const job = (fields: object) => ({ jobId: 'j1', did: ME, ...fields });

test.each<[string, FakeResponse]>([
  ['flat', { json: job({ state: 'JOB_STATE_CREATED' }) }],
  ['wrapped', { json: { jobStatus: job({ state: 'JOB_STATE_CREATED' }) } }],
  ['known', { status: 409, json: job({ error: 'already_exists', state: 'JOB_STATE_COMPLETED' }) }],
])('a post waits for its video to be processed (%s)', async (_name, created) => {
  const states = [
    job({ state: 'JOB_STATE_ENCODING' }),
    job({ state: 'x', blob }),
    job({ state: 'JOB_STATE_COMPLETED', blob }),
  ];
  const { session, requests, methods } = blueskySession((name) => {
    if (name.endsWith('getServiceAuth')) return { json: { token: 'service' } };
    if (name.endsWith('uploadVideo')) return created;
    return name.endsWith('getJobStatus') ? { json: { jobStatus: states.shift() } } : written;
  });
  const post = content({ media: [video] });
  const prepared = (await publishing.prepare?.(session, post)) ?? {};
  expect(await publishing.ready?.(session, prepared)).toEqual({ state: 'not_ready', checkAfterSeconds: 3 });
  expect(await publishing.ready?.(session, prepared)).toEqual({ state: 'ready' });
  await publishing.send(session, post, prepared, 'key');
  expect(methods()).toEqual([
    'getServiceAuth',
    'uploadVideo',
    'getJobStatus',
    'getJobStatus',
    'getJobStatus',
    'putRecord',
  ]);
  expect(requests[0]?.url).toContain('aud=did%3Aweb%3Apds.test');
  expect(requests[1]).toMatchObject({ headers: { authorization: 'Bearer service' }, body: { type: 'video/mp4' } });
  expect(requests[2]?.headers).toEqual({});
  expect(requests[5]?.body).toMatchObject({
    json: { record: { embed: { $type: 'app.bsky.embed.video', video: blob, alt: 'A walk' } } },
  });
});

test.each([
  [{ jobStatus: { did: '', error: 'unconfirmed_email', jobId: '', state: '' } }, 'forbidden'],
  [job({ state: 'JOB_STATE_FAILED', message: 'Failed to process video' }), 'rejected'],
  [{ jobStatus: { did: '', error: 'busy', jobId: '', state: '' } }, 'unavailable'],
])('a video that Bluesky rejects: %j', async (json, kind) => {
  const { session } = blueskySession((name) => (name.endsWith('getServiceAuth') ? { json: { token: 't' } } : { json }));
  await expect(publishing.prepare?.(session, content({ media: [video] }))).rejects.toMatchObject({ kind });
});

test('a failed read while a video is put leaves the outcome unknown', async () => {
  const { session } = blueskySession(() => ({ status: 400, json: { error: 'JobNotFound' } }));
  const prepared = { record: { createdAt: '2026-03-01T12:00:00.500Z' }, video: { jobId: 'j1', alt: '' } };
  await expect(publishing.send(session, content(), prepared, 'key')).rejects.toMatchObject({ kind: 'unknown' });
});

const record = (rkey: string, fields: object = {}) => ({
  uri: postUri(rkey),
  cid: 'bafy',
  value: { text: 'Hi', createdAt: '2026-03-01T11:59:00.000Z', ...fields },
});
const ref = (rkey: string) => ({ uri: postUri(rkey), cid: 'bafy' });

test('the list reaches back to the given time and separates replies from posts', async () => {
  const reply = { root: ref('1'), parent: ref('2') };
  const pages = [
    { records: [record('9'), record('8', { reply }), record('7', { createdAt: '9999-01-01' })], cursor: '7' },
    { records: [record('6', { createdAt: '2001-01-01T00:00:00Z' })], cursor: '6' },
  ];
  const { session, requests } = blueskySession(() => ({ json: pages.shift() }));
  const items = await publishing.list(session, content(), since);
  expect(items.map(({ platformId }) => platformId)).toEqual([postUri('9')]);
  expect(requests.map(({ url }) => new URL(url).searchParams.get('cursor'))).toEqual([null, '7']);
  const part = { content: content(), parentId: postUri('2'), rootId: postUri('1') };
  const again = blueskySession(() => ({ json: { records: [record('9'), record('8', { reply })] } }));
  expect(await thread.list(again.session, part, since)).toMatchObject([{ platformId: postUri('8') }]);
});

test.each([[{}], [{ records: [record('9'), { uri: postUri('8') }] }], [undefined]])(
  'the list %j proves nothing',
  async (json) => {
    const { session } = blueskySession(() => ({ json }));
    await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ kind: 'unavailable' });
  },
);

test('a part replies to the part before it, in the thread of the first part', async () => {
  const { session, requests } = blueskySession((name) =>
    name.endsWith('getRecord') ? { json: record('2', { reply: { root: ref('1'), parent: ref('1') } }) } : written,
  );
  const part = {
    content: content({ options: { link: 'https://a.example/' } }),
    parentId: postUri('2'),
    rootId: postUri('1'),
  };
  const prepared = (await thread.prepare?.(session, part)) ?? {};
  await thread.send(session, part, prepared, 'key');
  const put = requests.at(-1)?.body as { json: { record: object } };
  expect(put.json.record).toMatchObject({ reply: { root: ref('1'), parent: ref('2') } });
  expect(put.json.record).not.toHaveProperty('embed');
});

test('matching ignores white space and composition but not media', () => {
  const listed = { platformId: 'x', text: 'Cafe\u0301\n\nok', createdAt: since, mediaCount: 1 };
  const written = content({ text: 'Café ok', media: [image] });
  expect(publishing.matches(written, listed)).toBe(true);
  expect(publishing.matches({ ...written, media: [] }, listed)).toBe(false);
  expect(publishing.matches({ ...written, options: { link: 'https://a.example' } }, { ...listed, mediaCount: 0 })).toBe(
    true,
  );
});
