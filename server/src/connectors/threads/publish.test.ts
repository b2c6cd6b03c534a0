import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Content } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { Media, PlatformRequest } from '../../core/session.ts';
import { proveAttached } from '../shared/meta/attached.fixture.ts';
import { proveContainers } from '../shared/meta/containers.fixture.ts';
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
    ['FAILED_DOWNLOADING_VIDEO', 'rejected', 'media'],
    ['INVALID_ASPEC_RATIO', 'rejected', 'media'],
    ['UNKNOWN', 'unavailable', undefined],
  ])('ERROR %s is %s', async (reason, kind, field) => {
    const { session } = fakePlatform({ [READ]: container('ERROR', reason) });
    const readiness = await publishing.ready?.(session, PREPARED);
    expect(readiness).toMatchObject({ state: 'failed', error: { kind, facts: { platformCode: reason } } });
    expect((readiness as { error: PlatformError }).error.facts.field).toBe(field);
  });
});

const listed = (text: string, more: Record<string, unknown> = {}): FakeResponse => ({
  json: { data: [{ id: '7920', media_type: 'TEXT_POST', text, timestamp: '2026-03-01T12:00:05+0000', ...more }] },
});

test('a part is looked up among the replies to the part before it', async () => {
  const part = { ...PREPARED, replyTo: '71' };
  const stateWith = (list: FakeResponse) =>
    thread.class === 'B' && thread.state(fakePlatform({ [READ]: graphError(100, 33), [REPLIES]: list }).session, part);
  expect(await stateWith(listed('Hello', { replied_to: { id: '71' } }))).toEqual({ state: 'sent' });
  expect(await stateWith(listed('Hello', { replied_to: { id: '72' } }))).toEqual({ state: 'gone' });
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

proveContainers({
  publishing,
  post: POST,
  prepared: PREPARED,
  edge: `/v1.0/${ME}/threads`,
  fields: 'id,status,error_message',
  container,
  badMedia: 'INVALID_DURATION',
  rejections: [['a restricted user', graphError(100, 4279013), 'forbidden']],
  notReady: graphError(24, 4279009),
  missing: [graphError(100, 33), graphError(24, 4279009)],
  listed,
});

proveAttached({
  publishing,
  post: POST,
  prepared: { ...PREPARED, mediaCount: 1, isAttached: true },
  read: READ,
  container,
});
