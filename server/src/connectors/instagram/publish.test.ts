import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { Media, PlatformRequest } from '../../core/session.ts';
import { proveAttached } from '../shared/meta/attached.fixture.ts';
import { proveContainers } from '../shared/meta/containers.fixture.ts';
import { type FakeResponse, fakePlatform, graphError } from '../shared/meta/session.fake.ts';
import { publishing } from './publish.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));
beforeEach(() => {
  // A wait in the connector ends at once, except the limit on the permalink, which a test ends when it wants to.
  vi.mocked(sleep).mockReset();
  vi.mocked(sleep).mockImplementation((_ms, _value, options) => (options ? new Promise(() => {}) : Promise.resolve()));
});

const IG = '17841405822304914';
const IMAGE: Media = { type: 'image', url: 'https://m.test/a.jpg' };
const VIDEO: Media = { type: 'video', url: 'https://m.test/a.mp4' };
const POST: Content = { text: 'Hello', media: [IMAGE], options: {} };
const PREPARED = {
  container: '900',
  children: [],
  kind: 'image',
  mediaType: 'IMAGE',
  caption: 'Hello',
  preparedAt: '2026-03-01T12:00:00.500Z',
};

function formOf(request: PlatformRequest | undefined) {
  return request?.body !== undefined && 'form' in request.body ? request.body.form : undefined;
}

function container(status_code: string, status = ''): FakeResponse {
  return { json: { id: '900', status_code, status } };
}

const CREATE = `POST /v25.0/${IG}/media`;
const PUBLISH = `POST /v25.0/${IG}/media_publish`;
const READ = 'GET /v25.0/900';
const LIST = `GET /v25.0/${IG}/media`;
const STORIES = `GET /v25.0/${IG}/stories`;

describe('prepare', () => {
  test('one container for one item', async () => {
    const { session, requests, calls } = fakePlatform({ [CREATE]: { json: { id: '900' } } });
    expect(await publishing.prepare(session, POST)).toEqual(PREPARED);
    expect(calls()).toEqual([CREATE]);
    expect(formOf(requests[0])).toMatchObject({ image_url: IMAGE.url, caption: 'Hello' });
  });

  test('a carousel waits for its items before the parent', async () => {
    const { session, requests, calls } = fakePlatform({
      [CREATE]: [{ json: { id: '901' } }, { json: { id: '902' } }, { json: { id: '900' } }],
      'GET /v25.0/901': container('FINISHED'),
      'GET /v25.0/902': [container('IN_PROGRESS'), container('IN_PROGRESS'), container('FINISHED')],
    });
    const prepared = await publishing.prepare(session, { ...POST, media: [IMAGE, VIDEO] });
    expect(prepared).toEqual({ ...PREPARED, kind: 'carousel', mediaType: 'CAROUSEL_ALBUM', children: ['901', '902'] });
    const reads = ['GET /v25.0/901', 'GET /v25.0/902', 'GET /v25.0/902', 'GET /v25.0/902'];
    expect(calls()).toEqual([CREATE, CREATE, ...reads, CREATE]);
    expect(formOf(requests.at(-1))).toMatchObject({ media_type: 'CAROUSEL', children: '["901","902"]' });
  });

  test('a carousel whose item fails is rejected with the reason', async () => {
    const failed = container('ERROR', 'Error: Media upload has failed with error code 2207026');
    const { session } = fakePlatform({ [CREATE]: { json: { id: '901' } }, 'GET /v25.0/901': failed });
    const attempt = publishing.prepare(session, { ...POST, media: [VIDEO, VIDEO] });
    await expect(attempt).rejects.toMatchObject({ kind: 'rejected', facts: { platformCode: '2207026' } });
  });

  test('a carousel whose items take too long is tried later', async () => {
    const { session } = fakePlatform({ [CREATE]: { json: { id: '901' } }, 'GET /v25.0/901': container('IN_PROGRESS') });
    const attempt = publishing.prepare(session, { ...POST, media: [VIDEO, VIDEO] });
    await expect(attempt).rejects.toMatchObject({ kind: 'unavailable', facts: { platformCode: 'container_timeout' } });
  });

  test('items that cannot be read do not stop a carousel', async () => {
    const { session } = fakePlatform({
      [CREATE]: [{ json: { id: '901' } }, { json: { id: '902' } }, { json: { id: '900' } }],
      'GET /v25.0/901': graphError(100, 33),
      'GET /v25.0/902': graphError(100, 33),
    });
    expect(await publishing.prepare(session, { ...POST, media: [IMAGE, IMAGE] })).toMatchObject({ container: '900' });
  });
});

describe('ready', () => {
  test.each([
    ['Error: Media upload has failed with error code 2207026', 'rejected', '2207026', 'media'],
    ['2207052', 'rejected', '2207052', 'media'],
    ['Error: Media upload has failed with error code 2207003', 'unavailable', '2207003', undefined],
    ['Error: Media upload has failed with error code 2207082', 'unavailable', '2207082', undefined],
    ['Error: Media upload has failed with error code 2207050', 'forbidden', '2207050', undefined],
    ['Error: Media upload has failed with error code 2207999', 'rejected', '2207999', undefined],
    ['', 'rejected', undefined, undefined],
  ])('ERROR %j is %s', async (status, kind, platformCode, field) => {
    const { session } = fakePlatform({ [READ]: container('ERROR', status) });
    const readiness = await publishing.ready?.(session, PREPARED);
    expect(readiness).toMatchObject({ state: 'failed', error: { kind } });
    const { facts } = (readiness as { error: PlatformError }).error;
    expect([facts.platformCode, facts.field]).toEqual([platformCode, field]);
  });

  test('the sentence replaces a missing status_code', async () => {
    const { session } = fakePlatform({
      [READ]: [
        { json: { id: '900', status: 'In Progress: Media is still being processed.' } },
        { json: { id: '900', status: 'Error: Media upload has failed with error code 2207026' } },
      ],
    });
    expect(await publishing.ready?.(session, PREPARED)).toMatchObject({ state: 'not_ready' });
    expect(await publishing.ready?.(session, PREPARED)).toMatchObject({ state: 'failed' });
  });
});

test('a slow read of the address is not awaited', async () => {
  const { session } = fakePlatform({ [PUBLISH]: { json: { id: '7920' } } });
  const send = vi
    .fn(session.http.send)
    .mockImplementation((request) => (request.method === 'GET' ? new Promise(() => {}) : session.http.send(request)));
  vi.mocked(sleep).mockResolvedValue(undefined);
  const published = await publishing.send({ ...session, http: { send } }, POST, PREPARED, 'key');
  expect(published).toEqual({ platformId: '7920' });
});

test('an invisible container is checked later', async () => {
  const { session } = fakePlatform({ [READ]: graphError(24, 2207008) });
  await expect(publishing.state(session, PREPARED)).rejects.toMatchObject({
    kind: 'unavailable',
    facts: { retryAfterSeconds: 30 },
  });
});

describe('list', () => {
  const SINCE = new Date('2026-03-01T12:00:00.900Z');
  const item = (id: number, second: number) => ({
    id: String(id),
    media_type: 'IMAGE',
    caption: `Post ${id}`,
    timestamp: `2026-03-01T12:00:0${second}+0000`,
  });

  test('respects since to the second, even when Instagram does not', async () => {
    const { session, requests } = fakePlatform({
      [LIST]: { json: { data: [item(1, 1), item(2, 0), { ...item(3, 0), timestamp: '2026-03-01T11:59:59+0000' }] } },
    });
    const posts = await publishing.list(session, POST, SINCE);
    expect(posts.map(({ platformId }) => platformId)).toEqual(['1', '2']);
    expect(requests[0]?.query).toMatchObject({ since: 1772366400, limit: 50 });
    expect(publishing.matches({ ...POST, text: 'Post 1' }, posts[0] as never)).toBe(true);
  });

  test('pages up to the end; a list without an end is no proof', async () => {
    const page = (start: number, next?: string) => ({
      json: {
        data: Array.from({ length: 40 }, (_, i) => item(start + i, 5)),
        paging: { cursors: { after: `c${start}` }, next },
      },
    });
    const next = 'https://graph.instagram.com/v25.0/x?after=c';
    const { session, requests } = fakePlatform({ [LIST]: [page(0, next), page(40, next), page(80, next), page(120)] });
    expect(await publishing.list(session, POST, SINCE)).toHaveLength(160);
    expect(requests.map(({ query }) => query?.after)).toEqual([undefined, 'c0', 'c40', 'c80']);
    const endless = fakePlatform({ [LIST]: page(0, next) });
    await expect(publishing.list(endless.session, POST, SINCE)).rejects.toMatchObject({
      facts: { reason: 'list_cut' },
    });
  });

  test('lists only posts of the same kind', async () => {
    const others = [
      { ...item(2, 1), media_type: 'VIDEO' },
      { ...item(3, 1), media_type: undefined },
    ];
    const { session } = fakePlatform({ [LIST]: { json: { data: [item(1, 1), ...others] } } });
    const posts = await publishing.list(session, POST, SINCE);
    expect(posts.map(({ platformId }) => platformId)).toEqual(['1', '3']);
  });

  test('stories have an edge of their own', async () => {
    const story: Content = { ...POST, options: { content_type: 'stories' } };
    const { session, requests } = fakePlatform({ [STORIES]: { json: { data: [item(1, 1)] } } });
    const posts = await publishing.list(session, story, SINCE);
    expect(publishing.matches(story, { ...posts[0], text: '' } as never)).toBe(true);
    expect(requests[0]?.query?.since).toBeUndefined();
  });
});

proveContainers({
  publishing,
  post: POST,
  prepared: PREPARED,
  edge: `/v25.0/${IG}/media`,
  fields: 'id,status,status_code',
  container,
  badMedia: 'Error: … 2207026',
  rejections: [
    ['an expired container', graphError(-2, 2207020), 'unknown'],
    ['a passing fault of Instagram', graphError(-1, 2207001), 'unknown'],
    ['a missing container', graphError(24, 2207006), 'unknown'],
    ['an invisible container', graphError(24, 2207008), 'unknown'],
    ['a named rejection', graphError(36003, 2207009), 'rejected'],
    ['the daily limit', graphError(9, 2207042), 'rate_limited'],
    ['a limit of the business use case', graphError(80_002), 'rate_limited'],
  ],
  notReady: graphError(9007, 2207027),
  missing: [graphError(100, 33), graphError(24, 2207006)],
  listed: (caption, { timestamp } = { timestamp: '2026-03-01T12:00:05+0000' }) => ({
    json: { data: [{ id: '7920', media_type: 'IMAGE', caption, timestamp }] },
  }),
});

proveAttached({ publishing, post: POST, prepared: { ...PREPARED, isAttached: true }, read: READ, container });
