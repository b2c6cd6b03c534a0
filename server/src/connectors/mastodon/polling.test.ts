import { expect, test } from 'vitest';
import { commentsOf } from '../../core/inbound/callbacks.ts';
import type { PlatformRequest } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { polling } from './polling.ts';

const now = Date.parse('2026-03-01T12:00:00.500Z');
const me = '17841405822304914';
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

const status = (id: string, fields = {}) => ({
  id,
  created_at: ago(10),
  in_reply_to_id: '100',
  visibility: 'public',
  content: '<p>hi</p>',
  account: { id: '2', acct: 'bob' },
  ...fields,
});
const mention = (id: string, seconds: number, fields = {}) => ({
  id,
  type: 'mention',
  created_at: ago(seconds),
  status: status(`9${id}`, fields),
});

function poller(response: (request: PlatformRequest, call: string) => FakeResponse) {
  const { session, requests, calls } = fakeSession(response);
  const server = { software: 'mastodon', version: '4.5.0', read_at: ago(60) };
  const account = { ...session.account, metadata: { server } };
  const poll = (cursor?: string, posts = ['100']) =>
    polling.poll({ ...session, account, hosts: { api: 'https://m.test' } }, cursor, posts);
  return { poll, requests, calls };
}

test('mentions come oldest first, and the cursor stays behind late ones', async () => {
  const { poll, requests } = poller(() => ({ json: [mention('3', 10), mention('2', 600)] }));
  const { items, cursor } = await poll();
  expect(commentsOf(items).map((comment) => comment.platformId)).toEqual(['92', '93']);
  expect(commentsOf(items)[0]).toMatchObject({ platformPostId: '100', text: 'hi', author: { username: 'bob' } });
  expect(cursor).toBe('2');
  expect(requests[0]?.query).toMatchObject({ 'types[]': 'mention', limit: 80, max_id: undefined });
});

test('pages are read by the link of the instance until one is empty', async () => {
  const link = '<https://elsewhere.example/api/v1/notifications?limit=80&min_id=5>; rel="prev"';
  const pages: FakeResponse[] = [
    { json: [mention('4', 400)], headers: { link } },
    { json: [mention('6', 300)] },
    { json: [] },
  ];
  const { poll, requests } = poller(() => pages.shift() ?? {});
  const { items, cursor } = await poll('3');
  expect(items).toHaveLength(2);
  expect(cursor).toBe('6');
  expect(requests.map(({ query }) => query?.min_id)).toEqual(['3', '5', '6']);
  expect(requests.every(({ url }) => url === 'https://m.test/api/v1/notifications')).toBe(true);
});

test('a burst before the first cursor is read page by page, from the time of the first poll', async () => {
  const next = (id: string) => ({ link: `<https://m.test/api/v1/notifications?max_id=${id}>; rel="next"` });
  const pages: FakeResponse[] = [
    { json: [] },
    { json: [mention('9', 10), mention('8', 20)], headers: next('8') },
    { json: [mention('7', 30)], headers: next('7') },
    { json: [] },
    { json: [mention('7', 300), mention('1', 30 * 3600)], headers: next('1') },
  ];
  const { poll, requests } = poller(() => pages.shift() ?? {});
  const first = await poll();
  expect(first).toMatchObject({ items: [], cursor: ago(24 * 3600) });
  const burst = await poll(first.cursor);
  expect(commentsOf(burst.items).map(({ platformId }) => platformId)).toEqual(['97', '98', '99']);
  expect(burst.cursor).toBe(first.cursor);
  const settled = await poll(burst.cursor);
  expect(commentsOf(settled.items).map(({ platformId }) => platformId)).toEqual(['97']);
  expect(settled.cursor).toBe('7');
  expect(requests.map(({ query }) => query?.max_id)).toEqual([undefined, undefined, '8', '7', undefined]);
});

test('a poll that leaves a rest is behind when its cursor has moved', async () => {
  const page = (seconds: number) => (request: PlatformRequest) => {
    const id = String(Number(request.query?.min_id) + 1);
    return { json: [mention(id, seconds)] };
  };
  expect(await poller(page(600)).poll('10')).toMatchObject({ cursor: '15', isBehind: true });
  expect((await poller(page(10)).poll('10')).isBehind).toBeUndefined();
});

test('private messages, bare mentions and statuses older than a day are no new comments', async () => {
  const mentions = [
    mention('5', 10, { visibility: 'direct' }),
    mention('4', 10, { in_reply_to_id: null }),
    mention('3', 25 * 3600),
  ];
  const { poll } = poller(() => ({ json: mentions }));
  const { items } = await poll();
  expect(commentsOf(items)).toEqual([]);
  expect(items).toMatchObject([
    { kind: 'mention', mention: { platformId: '94', author: { id: '2' } } },
    { kind: 'message', message: { platformId: '95', conversationId: '2', isOwn: false, text: 'hi' } },
  ]);
});

test('a reply to a reply belongs to the post at the start of its thread', async () => {
  const threads: Record<string, object> = {
    '/api/v1/statuses/91/context': {
      ancestors: [status('100', { in_reply_to_id: null, account: { id: me } }), status('150')],
      descendants: [],
    },
    '/api/v1/statuses/92/context': {
      ancestors: [status('70', { in_reply_to_id: null, account: { id: me } })],
      descendants: [],
    },
    '/api/v1/statuses/93/context': {
      ancestors: [status('80', { in_reply_to_id: null, account: { id: '3' } })],
      descendants: [],
    },
  };
  const mentions = ['4', '3', '2', '1'].map((id) => mention(id, 10, { in_reply_to_id: '150' }));
  const { poll } = poller((_request, call) => {
    if (call.endsWith('/notifications')) return { json: mentions };
    const thread = threads[call.slice('GET '.length)];
    return thread ? { json: thread } : { status: 404, json: { error: 'Record not found' } };
  });
  const { items } = await poll();
  expect(commentsOf(items).map((comment) => [comment.platformId, comment.platformPostId, comment.parentId])).toEqual([
    ['91', '100', '150'],
    ['92', '70', '150'],
  ]);
  // A status under no post of ours is a mention. A deleted one is nothing.
  expect(items.slice(2)).toMatchObject([{ kind: 'mention', mention: { platformId: '93', platformPostId: '150' } }]);
});

test('threads beyond the limit of one poll come with the next one', async () => {
  const mentions = Array.from({ length: 40 }, (_, index) =>
    mention(String(140 - index), 600, { in_reply_to_id: '150' }),
  );
  const { poll, calls } = poller((_request, call) =>
    call.endsWith('/notifications')
      ? { json: mentions }
      : { json: { ancestors: [status('100', { in_reply_to_id: null, account: { id: me } })], descendants: [] } },
  );
  const { items, cursor } = await poll();
  expect(items).toHaveLength(15);
  expect(cursor).toBe('115');
  expect(calls()).toHaveLength(16);
});
