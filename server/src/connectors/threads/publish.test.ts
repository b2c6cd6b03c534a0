import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, PlatformRequest } from '../../core/session.ts';
import { proveAttached } from '../shared/meta/attached.fixture.ts';
import { type FakeResponse, fakePlatform, graphError } from '../shared/meta/session.fake.ts';
import { comments } from './comments.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';
import { thread } from './thread.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));
beforeEach(() => {
  vi.mocked(sleep).mockReset();
  vi.mocked(sleep).mockImplementation((_ms, _value, options) => (options ? new Promise(() => {}) : Promise.resolve()));
});

const ME = '17841405822304914';
const IMAGE: Media = { type: 'image', url: 'https://m.test/a.jpg' };
const VIDEO: Media = { type: 'video', url: 'https://m.test/a.mp4' };
const POST: Content = { text: 'Hello', media: [], options: {} };
const preparedAt = '2026-03-01T12:00:00.500Z';
const PREPARED = { container: '900', children: [], mediaCount: 0, text: 'Hello', preparedAt };

function formOf(request: PlatformRequest | undefined) {
  return request?.body !== undefined && 'form' in request.body ? request.body.form : undefined;
}

const container = (status: string, error_message?: string): FakeResponse => ({
  json: { id: '900', status, error_message },
});

const CREATE = `POST /v1.0/${ME}/threads`;
const PUBLISH = `POST /v1.0/${ME}/threads_publish`;
const READ = 'GET /v1.0/900';
const LIST = `GET /v1.0/${ME}/threads`;
const REPLIES = `GET /v1.0/${ME}/replies`;

describe('prepare', () => {
  test('one container for a text', async () => {
    const { session, requests } = fakePlatform({ [CREATE]: { json: { id: '900' } } });
    expect(await publishing.prepare(session, POST)).toEqual(PREPARED);
    expect(formOf(requests[0])).toMatchObject({ media_type: 'TEXT', text: 'Hello' });
  });

  test('a carousel waits for its items before the parent', async () => {
    const { session, requests, calls } = fakePlatform({
      [CREATE]: [{ json: { id: '901' } }, { json: { id: '902' } }, { json: { id: '900' } }],
      'GET /v1.0/901': container('FINISHED'),
      'GET /v1.0/902': [container('IN_PROGRESS'), container('FINISHED')],
    });
    const prepared = await publishing.prepare(session, { ...POST, media: [IMAGE, VIDEO] });
    expect(prepared).toEqual({ ...PREPARED, mediaCount: 2, children: ['901', '902'] });
    const reads = ['GET /v1.0/901', 'GET /v1.0/902', 'GET /v1.0/902'];
    expect(calls()).toEqual([CREATE, CREATE, ...reads, CREATE]);
    expect(formOf(requests.at(-1))).toMatchObject({ media_type: 'CAROUSEL', children: '901,902' });
  });

  test('a part and a reply name the post that they reply to', async () => {
    const { session, requests } = fakePlatform({ [CREATE]: { json: { id: '900' } } });
    const part = { content: POST, parentId: '71', rootId: '70' };
    expect(await thread.prepare?.(session, part)).toEqual({ ...PREPARED, replyTo: '71' });
    await comments.reply?.prepare?.(session, { platformPostId: '70', text: 'More' });
    await comments.reply?.prepare?.(session, { platformPostId: '70', parentId: '72', text: 'More' });
    expect(requests.map((request) => formOf(request)?.reply_to_id)).toEqual(['71', '70', '72']);
  });
});

describe('ready', () => {
  test.each([
    ['FINISHED', { state: 'ready' }],
    ['PUBLISHED', { state: 'ready' }],
    ['EXPIRED', { state: 'ready' }],
    ['IN_PROGRESS', { state: 'not_ready', checkAfterSeconds: 5 }],
  ])('%s', async (status, expected) => {
    const { session, requests } = fakePlatform({ [READ]: container(status) });
    expect(await publishing.ready?.(session, PREPARED)).toEqual(expected);
    expect(requests[0]?.query).toEqual({ fields: 'id,status,error_message' });
  });

  test.each([
    ['FAILED_DOWNLOADING_VIDEO', 'rejected', 'media'],
    ['INVALID_ASPEC_RATIO', 'rejected', 'media'],
    ['UNKNOWN', 'unavailable', undefined],
  ])('ERROR %s is %s', async (reason, kind, field) => {
    const { session } = fakePlatform({ [READ]: container('ERROR', reason) });
    const readiness = await publishing.ready?.(session, PREPARED);
    expect(readiness).toMatchObject({ state: 'failed', error: { kind, facts: { platformCode: reason } } });
    expect((readiness as { error: PlatformError }).error.facts.field).toBe(field);
  });

  test('an unknown state is unavailable', async () => {
    const { session } = fakePlatform({ [READ]: container('PONDERING') });
    await expect(publishing.ready?.(session, PREPARED)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('send', () => {
  const MEDIA = 'GET /v1.0/7920';
  const permalink = 'https://www.threads.com/@acme/post/DAbc123';

  test('publishes the container and looks up its address', async () => {
    const { session, requests } = fakePlatform({
      [PUBLISH]: { json: { id: '7920' } },
      [MEDIA]: { json: { id: '7920', permalink } },
    });
    expect(await publishing.send(session, POST, PREPARED, 'key')).toEqual({ platformId: '7920', permalink });
    expect(formOf(requests[0])).toEqual({ creation_id: '900' });
  });

  test('a failed read of the address does not undo the success', async () => {
    const { session } = fakePlatform({ [PUBLISH]: { json: { id: '7920' } }, [MEDIA]: graphError(100, 33) });
    expect(await publishing.send(session, POST, PREPARED, 'key')).toEqual({ platformId: '7920' });
  });

  test.each([
    ['no answer', new PlatformError('unknown', 'hung up'), 'unknown'],
    ['5xx', { status: 500, json: {} }, 'unknown'],
    ['a passing fault', graphError(2), 'unknown'],
    ['a missing object', graphError(100, 33), 'unknown'],
    ['an invalid parameter', graphError(100), 'unknown'],
    ['a restricted action', graphError(4, 2207051), 'rejected'],
    ['a restricted user', graphError(100, 4279013), 'forbidden'],
    ['a call limit', graphError(613), 'rate_limited'],
    ['an expired token', graphError(190), 'auth_expired'],
    ['a lost right', graphError(10), 'forbidden'],
  ])('%s is %s', async (_name, response, kind) => {
    const { session, calls } = fakePlatform({ [PUBLISH]: response });
    await expect(publishing.send(session, POST, PREPARED, 'key')).rejects.toMatchObject({ kind });
    expect(calls()).toEqual([PUBLISH]);
  });

  test.each([
    ['still processed', container('IN_PROGRESS'), { kind: 'unavailable', facts: { retryAfterSeconds: 5 } }],
    ['ready by now', container('FINISHED'), { kind: 'unavailable' }],
    ['published before', container('PUBLISHED'), { kind: 'unknown' }],
    ['expired', container('EXPIRED'), { kind: 'unknown' }],
    ['missing', graphError(100, 33), { kind: 'unknown' }],
    ['failed', container('ERROR', 'INVALID_DURATION'), { kind: 'rejected' }],
  ])('"media not found" for a container that is %s', async (_name, status, expected) => {
    const { session } = fakePlatform({ [PUBLISH]: graphError(24, 4279009), [READ]: status });
    await expect(publishing.send(session, POST, PREPARED, 'key')).rejects.toMatchObject(expected);
  });
});

describe('state', () => {
  test.each([
    ['PUBLISHED', 'sent'],
    ['FINISHED', 'not_sent'],
    ['IN_PROGRESS', 'not_sent'],
    ['ERROR', 'not_sent'],
    ['EXPIRED', 'gone'],
  ])('%s is %s', async (status, state) => {
    const { session } = fakePlatform({ [READ]: container(status) });
    expect(await publishing.state(session, PREPARED)).toEqual({ state });
  });

  const listed = (text: string, more: Record<string, unknown> = {}): FakeResponse => ({
    json: { data: [{ id: '7920', media_type: 'TEXT_POST', text, timestamp: '2026-03-01T12:00:05+0000', ...more }] },
  });

  test.each([
    [100, 33],
    [24, 4279009],
  ])('a container missing by %i/%i is gone, unless its post is there', async (code, subcode) => {
    const missing = { [READ]: graphError(code, subcode) };
    const stateWith = (list: FakeResponse) =>
      publishing.state(fakePlatform({ ...missing, [LIST]: list }).session, PREPARED);
    expect(await stateWith({ json: { data: [] } })).toEqual({ state: 'gone' });
    expect(await stateWith(listed('Another'))).toEqual({ state: 'gone' });
    expect(await stateWith(listed('Hello', { timestamp: '2026-03-01T10:00:00+0000' }))).toEqual({ state: 'gone' });
    expect(await stateWith(listed('Hello'))).toEqual({ state: 'sent' });
  });

  test('a part is looked up among the replies to the part before it', async () => {
    const part = { ...PREPARED, replyTo: '71' };
    const stateWith = (list: FakeResponse) =>
      thread.class === 'B' &&
      thread.state(fakePlatform({ [READ]: graphError(100, 33), [REPLIES]: list }).session, part);
    expect(await stateWith(listed('Hello', { replied_to: { id: '71' } }))).toEqual({ state: 'sent' });
    expect(await stateWith(listed('Hello', { replied_to: { id: '72' } }))).toEqual({ state: 'gone' });
  });
});

describe('list', () => {
  const SINCE = new Date('2026-03-01T12:00:00.900Z');
  const item = (id: number, more: Record<string, unknown> = {}) => ({
    id: String(id),
    media_type: 'TEXT_POST',
    text: `Post ${id}`,
    timestamp: '2026-03-01T12:00:05+0000',
    ...more,
  });

  test('lists posts since a time, without replies and reposts', async () => {
    const data = [
      item(1),
      item(2, { timestamp: '2026-03-01T11:59:59+0000' }),
      item(3, { is_reply: true }),
      item(4, { replied_to: { id: '9' } }),
      item(5, { media_type: 'REPOST_FACADE' }),
      item(6, { is_reply: false }),
    ];
    const { session, requests } = fakePlatform({ [LIST]: { json: { data } } });
    const posts = await publishing.list(session, POST, SINCE);
    expect(posts.map(({ platformId }) => platformId)).toEqual(['1', '6']);
    expect(requests[0]?.query).toMatchObject({ since: 1772366400, limit: 50 });
  });

  test('pages by cursor until an empty page', async () => {
    const page = (start: number, after?: string): FakeResponse => ({
      json: { data: start < 0 ? [] : [item(start)], paging: { cursors: { after } } },
    });
    const { session, requests } = fakePlatform({ [LIST]: [page(1, 'a'), page(2, 'b'), page(-1, 'c')] });
    expect(await publishing.list(session, POST, SINCE)).toHaveLength(2);
    expect(requests.map(({ query }) => query?.after)).toEqual([undefined, 'a', 'b']);
  });
});

test('a missing post counts as removed, a lost response does not', async () => {
  const remove = (response: FakeResponse | Error) =>
    removal.send(fakePlatform({ 'DELETE /v1.0/7920': response }).session, { platformId: '7920' }, {}, 'key');
  expect(await remove({ json: { success: true, deleted_id: '7920' } })).toEqual({ platformId: '7920' });
  expect(await remove(graphError(100, 33))).toEqual({ platformId: '7920' });
  expect(await remove(graphError(24, 4279009))).toEqual({ platformId: '7920' });
  await expect(remove({ status: 500, text: '' })).rejects.toMatchObject({ kind: 'unknown' });
  await expect(remove(graphError(10))).rejects.toMatchObject({ kind: 'forbidden' });
});

proveAttached({
  publishing,
  post: POST,
  prepared: { ...PREPARED, mediaCount: 1, isAttached: true },
  read: READ,
  container,
});
