import { expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { MediaBytes, PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { publishing } from './publish.ts';

const since = new Date('2026-03-01T11:58:00.700Z');

function sessionWith(response: (request: PlatformRequest, call: string) => FakeResponse, media?: Partial<MediaBytes>) {
  const fake = fakeSession(response);
  const file = { bytes: new Uint8Array(10), contentType: 'image/jpeg', filename: 'x', ...media };
  const hosts = { api: 'https://x.test' };
  const session: Session = { ...fake.session, hosts, media: async () => file };
  return { ...fake, session };
}

const content = (fields: Partial<Content> = {}): Content => ({ text: 'Hi', media: [], options: {}, ...fields });
const image = { type: 'image', url: 'https://a.example/x' } as const;
const uploaded = (more = {}) => ({ json: { data: { id: '77', ...more } } });
const tweet = (id: string, fields = {}) => ({ id, text: 'Hi', created_at: '2026-03-01T11:59:00.000Z', ...fields });

test('options become the fields that X documents', async () => {
  const { session, requests } = sessionWith(() => ({ status: 201, json: { data: { id: '1' } } }));
  const options = { geo_place_id: 'abc', reply_settings: 'following', in_reply_to_tweet_id: '5', nullcast: true };
  const published = await publishing.send(session, content({ options }), { media: [] }, 'key');
  expect(published).toEqual({ platformId: '1', permalink: 'https://x.com/acme/status/1' });
  expect(JSON.parse(JSON.stringify(requests[0]?.body))).toEqual({
    json: {
      text: 'Hi',
      reply: { in_reply_to_tweet_id: '5' },
      geo: { place_id: 'abc' },
      reply_settings: 'following',
      nullcast: true,
    },
  });
});

test('an image is uploaded in one call, with its description', async () => {
  const { session, calls, requests } = sessionWith(() => uploaded());
  const prepared = await publishing.prepare?.(session, content({ media: [{ ...image, altText: 'A cat' }] }));
  expect(prepared).toEqual({ media: [{ id: '77', isProcessing: false }] });
  expect(calls()).toEqual(['POST /2/media/upload', 'POST /2/media/metadata']);
  // Version 2.167 of the API has no `media_type` here.
  const { multipart = [] } = (requests[0]?.body ?? {}) as { multipart?: { name: string; type?: string }[] };
  expect(multipart.map(({ name, type }) => [name, type])).toEqual([
    ['media_category', undefined],
    ['media', 'image/jpeg'],
  ]);
  expect(requests[1]?.body).toEqual({ json: { id: '77', metadata: { alt_text: { text: 'A cat' } } } });
});

test('a video is uploaded in parts and checked until it is ready', async () => {
  const states = ['pending', 'in_progress', 'succeeded'];
  const file = { bytes: new Uint8Array(9 * 1024 * 1024), contentType: 'video/mp4' };
  const { session, calls, requests } = sessionWith(({ method }, call) => {
    if (call.endsWith('/append')) return { status: 204 };
    const isStatus = method === 'GET' || call.endsWith('/finalize');
    return uploaded(isStatus ? { processing_info: { state: states.shift(), check_after_secs: 7 } } : {});
  }, file);
  const video = { type: 'video', url: 'https://a.example/x.mp4' } as const;
  const prepared = await publishing.prepare?.(session, content({ media: [video] }));
  expect(calls()).toEqual([
    'POST /2/media/upload/initialize',
    ...Array.from({ length: 3 }, () => 'POST /2/media/upload/77/append'),
    'POST /2/media/upload/77/finalize',
  ]);
  expect(requests[0]?.body).toEqual({
    json: { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: 9 * 1024 * 1024 },
  });
  const parts = requests.slice(1, 4).map(({ body }) => (body && 'multipart' in body ? body.multipart : []));
  expect(parts.map(([index, media]) => [index?.value, (media?.value as Uint8Array | undefined)?.length])).toEqual([
    ['0', 4 * 1024 * 1024],
    ['1', 4 * 1024 * 1024],
    ['2', 1024 * 1024],
  ]);
  expect(await publishing.ready?.(session, prepared ?? {})).toEqual({ state: 'not_ready', checkAfterSeconds: 7 });
  expect(await publishing.ready?.(session, prepared ?? {})).toEqual({ state: 'ready' });
});

test('a GIF is animated when it is alone and a still image among others', async () => {
  const gif = { contentType: 'image/gif' };
  const alone = sessionWith(() => uploaded(), gif);
  await publishing.prepare?.(alone.session, content({ media: [image] }));
  expect(alone.requests[0]?.body).toMatchObject({ json: { media_category: 'tweet_gif' } });
  const among = sessionWith(() => uploaded(), gif);
  await publishing.prepare?.(among.session, content({ media: [image, image] }));
  expect(among.calls()).toEqual(['POST /2/media/upload', 'POST /2/media/upload']);
});

test('media that X rejects is rejected before it is sent', async () => {
  const { session, calls } = sessionWith(() => uploaded(), { bytes: new Uint8Array(5 * 1024 * 1024 + 1) });
  await expect(publishing.prepare?.(session, content({ media: [image] }))).rejects.toMatchObject({
    kind: 'rejected',
    facts: { field: 'media' },
  });
  expect(calls()).toEqual([]);
});

test('a failed processing ends the attempt', async () => {
  const info = { state: 'failed', error: { name: 'InvalidMedia', message: 'Unsupported codec' } };
  const { session } = sessionWith(() => uploaded({ processing_info: info }));
  expect(await publishing.ready?.(session, { media: [{ id: '77', isProcessing: true }] })).toMatchObject({
    state: 'failed',
    error: { kind: 'rejected', message: 'Unsupported codec', facts: { platformCode: 'InvalidMedia', field: 'media' } },
  });
});

test('the list is read page by page, from the second on', async () => {
  const replyTo = { referenced_tweets: [{ type: 'replied_to', id: '5' }] };
  const pages: Record<string, unknown>[] = [
    { data: [tweet('9'), tweet('8', replyTo)], meta: { result_count: 2, next_token: 'n1' } },
    { data: [tweet('7', { created_at: '2026-03-01T11:00:00.000Z' })], meta: { result_count: 1, next_token: 'n2' } },
    { meta: { result_count: 0 } },
  ];
  const { session, requests } = sessionWith(() => ({ json: pages.shift() }));
  const items = await publishing.list(session, content(), since);
  expect(items.map(({ platformId }) => platformId)).toEqual(['9']);
  expect(requests.map(({ query }) => query?.pagination_token)).toEqual([undefined, 'n1', 'n2']);
  expect(requests[0]?.query).toMatchObject({ start_time: '2026-03-01T11:58:00Z', exclude: 'replies,retweets' });
});

test('a reply is looked up among the replies to its parent', async () => {
  const replyTo = (id: string) => ({ referenced_posts: [{ type: 'replied_to', id }] });
  const data = [tweet('9'), tweet('8', replyTo('5')), tweet('7', replyTo('6'))];
  const { session } = sessionWith(() => ({ json: { data, meta: { result_count: 3 } } }));
  const items = await publishing.list(session, content({ options: { in_reply_to_tweet_id: '5' } }), since);
  expect(items.map(({ platformId }) => platformId)).toEqual(['8']);
});

test.each([
  ['an item is broken', { data: [tweet('9'), { id: '8' }], meta: { result_count: 2 } }],
  ['items are missing', { data: [tweet('9')], meta: { result_count: 2 } }],
  ['an empty page does not state that it is empty', {}],
  ['an empty list claims items', { meta: { result_count: 3 } }],
])('a list proves nothing when %s', async (_why, json) => {
  const { session } = sessionWith(() => ({ json }));
  await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a list that X withholds is an error, not an empty list', async () => {
  const errors = [{ detail: 'User is protected', type: 'https://api.x.com/2/problems/not-authorized-for-resource' }];
  const { session } = sessionWith(() => ({ json: { errors, meta: { result_count: 0 } } }));
  await expect(publishing.list(session, content(), since)).rejects.toMatchObject({ kind: 'forbidden' });
});
