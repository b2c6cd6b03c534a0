import { expect, test } from 'vitest';
import { commentsOf } from '../../core/inbound/callbacks.ts';
import type { PlatformRequest } from '../../core/session.ts';
import { fakeSession } from '../shared/meta/session.fake.ts';
import { commentedPost, conversationQueries, polling } from './polling.ts';
import { Tweet } from './wire.ts';

const now = Date.parse('2026-03-01T12:00:00.500Z');
/** An id that X gave out so many seconds ago. */
const idAgo = (seconds: number) => String((BigInt(now - seconds * 1000) - 1_288_834_974_657n) << 22n);
const me = '17841405822304914';

const reply = (id: string, seconds: number, fields = {}) => ({
  id,
  text: '@acme hi',
  author_id: '7',
  conversation_id: '100',
  created_at: new Date(now - seconds * 1000).toISOString(),
  referenced_tweets: [{ type: 'replied_to', id: '100' }],
  in_reply_to_user_id: me,
  ...fields,
});

function polled(mentions: readonly object[], searched: readonly object[], requests: PlatformRequest[] = []) {
  const page = (data: readonly object[]) => ({ json: { data, meta: { result_count: data.length } } });
  const fake = fakeSession((request, call) => {
    requests.push(request);
    return page(call.endsWith('/mentions') ? mentions : searched);
  });
  return (cursor?: string) => polling.poll({ ...fake.session, hosts: { api: 'https://x.test' } }, cursor, ['100']);
}

test('the cursor stays behind late posts, so that the overlap is read again', async () => {
  const [old, fresh] = [reply(idAgo(600), 600), reply(idAgo(10), 10)];
  const { items, cursor } = await polled([fresh, old], [fresh])();
  expect(commentsOf(items).map((comment) => comment.platformId)).toEqual([old.id, fresh.id]);
  expect(cursor).toBe(old.id);
  expect((await polled([fresh], [])(old.id)).cursor).toBe(old.id);
  expect((await polled([], [])()).cursor).toBe(idAgo(24 * 3600));
});

test('the first poll reads back a day, a stale cursor as far as the search reaches', async () => {
  const first: PlatformRequest[] = [];
  await polled([], [], first)();
  expect(first.map(({ query }) => query)).toMatchObject([
    { since_id: idAgo(24 * 3600) },
    { query: 'conversation_id:100', since_id: idAgo(24 * 3600) },
  ]);
  const later: PlatformRequest[] = [];
  const stale = idAgo(30 * 24 * 3600);
  await polled([], [], later)(stale);
  expect(later[0]?.query).toMatchObject({ since_id: stale });
  expect(BigInt(String(later[1]?.query?.since_id))).toBeGreaterThan(BigInt(idAgo(7 * 24 * 3600)));
});

test('the post that a comment belongs to', () => {
  const of = (fields: object, posts: readonly string[] = ['100']) =>
    commentedPost(Tweet.parse(reply('900', 10, fields)), posts, me);
  expect(of({})).toBe('100');
  expect(of({ referenced_tweets: [{ type: 'replied_to', id: '850' }], in_reply_to_user_id: '8' })).toBe('100');
  expect(of({ conversation_id: '50' })).toBe('100');
  expect(of({}, [])).toBe('100');
  expect(of({ in_reply_to_user_id: '8' }, [])).toBeUndefined();
  expect(of({ referenced_tweets: undefined }, [])).toBeUndefined();
  expect(of({ referenced_tweets: [{ type: 'quoted', id: '100' }] })).toBeUndefined();
});

test('queries hold as many conversations as X accepts', () => {
  expect(conversationQueries([])).toEqual([]);
  expect(conversationQueries(['1', '2'])).toEqual(['conversation_id:1 OR conversation_id:2']);
  const many = conversationQueries(Array.from({ length: 200 }, (_, index) => String(10n ** 18n + BigInt(index))));
  expect(many).toHaveLength(4);
  for (const query of many) expect(query.length).toBeLessThanOrEqual(512);
});
