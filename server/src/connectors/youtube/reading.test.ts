import { expect, test } from 'vitest';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { auth } from './auth.ts';
import { comments } from './comments/comments.ts';
import { recheck } from './comments/recheck.ts';
import { metrics } from './metrics.ts';
import { polling } from './polling.ts';
import { secondsOfQuotaDay } from './quota-day.ts';
import { CHANNEL, no, VIDEO, youtubeSession } from './session.fake.ts';

async function failure(response: FakeResponse) {
  const { session } = youtubeSession(() => response);
  const error = await auth.profile(session).catch((reason: { kind: string; facts: object }) => reason);
  return { ...('facts' in error ? { kind: error.kind, ...error.facts } : {}) };
}

test.each<[string, FakeResponse, object]>([
  ['a token that has ended', no(401, 'authError'), { kind: 'auth_expired' }],
  ['a login without a channel', no(401, 'youtubeSignupRequired'), { kind: 'forbidden' }],
  ['a missing scope', no(403, 'insufficientPermissions'), { kind: 'forbidden' }],
  // It is 12:00 in London, 04:00 in California.
  [
    'the quota of the day',
    no(403, 'quotaExceeded'),
    { kind: 'rate_limited', wholeApp: true, retryAfterSeconds: 72_000 },
  ],
  ['too many uploads', no(400, 'uploadLimitExceeded'), { kind: 'rate_limited', retryAfterSeconds: 72_000 }],
  ['a burst', no(403, 'userRateLimitExceeded'), { kind: 'rate_limited', retryAfterSeconds: 60 }],
  ['a title', no(400, 'invalidTitle'), { kind: 'rejected', field: 'title' }],
  ['tags', no(400, 'invalidTags'), { kind: 'rejected', field: 'platform_data.tags' }],
  ['what is gone', no(404, 'videoNotFound'), { kind: 'not_found' }],
  ['a page of a proxy', { status: 403, text: '<html>' }, { kind: 'unavailable' }],
  ['trouble at YouTube', no(503, 'backendError'), { kind: 'unavailable' }],
  ['no channel', { json: { kind: 'youtube#channelListResponse' } }, { kind: 'forbidden', platformCode: 'no_channels' }],
])('%s', async (_name, response, expected) => {
  expect(await failure(response)).toMatchObject(expected);
});

test('the quota day ends at midnight in California', () => {
  expect(secondsOfQuotaDay(new Date('2026-07-01T06:59:00Z'))).toBe(60);
  expect(secondsOfQuotaDay(new Date('2026-12-01T08:00:00Z'))).toBe(24 * 3600);
});

test('the profile of a channel', async () => {
  const channel = {
    id: CHANNEL,
    snippet: {
      title: 'Acme',
      description: 'Bread',
      customUrl: '@acme',
      thumbnails: { default: { url: 'https://y/a' } },
    },
    contentDetails: { relatedPlaylists: { uploads: 'UUa' } },
    statistics: { subscriberCount: '678', videoCount: '12' },
  };
  const { session } = youtubeSession(() => ({ json: { kind: 'youtube#channelListResponse', items: [channel] } }));
  expect(await auth.profile(session)).toEqual({
    platformId: CHANNEL,
    username: 'acme',
    name: 'Acme',
    bio: 'Bread',
    pictureUrl: 'https://y/a',
    metadata: { subscriber_count: 678, video_count: 12, uploads_playlist_id: 'UUa' },
  });
});

test('counters come as text, and some are absent', async () => {
  const { session } = youtubeSession(() => ({
    json: { kind: 'youtube#videoListResponse', items: [{ id: VIDEO, statistics: { viewCount: '10' } }] },
  }));
  expect(await metrics(session, { platformId: VIDEO })).toEqual({ views: 10 });
});

const at = (second: number) => `2026-03-01T11:59:${String(second).padStart(2, '0')}Z`;
const comment = (id: string, second: number, author = 'UCj') => ({
  id,
  snippet: {
    videoId: VIDEO,
    textDisplay: `Text of ${id}`,
    authorDisplayName: '@jane',
    authorChannelId: { value: author },
    publishedAt: at(second),
  },
});
const thread = (id: string, second: number, total: number, replies: object[] = []) => ({
  id,
  snippet: { videoId: VIDEO, totalReplyCount: total, topLevelComment: comment(id, second) },
  replies: { comments: replies },
});
const threads = (...items: object[]): FakeResponse => ({ json: { kind: 'youtube#commentThreadListResponse', items } });
const replies = (...items: object[]): FakeResponse => ({ json: { kind: 'youtube#commentListResponse', items } });

test('comments, newest first; replies that the list cuts off are read', async () => {
  const { session, calls } = youtubeSession((_request, call) =>
    call.endsWith('/comments')
      ? replies(comment('a.3', 30), comment('a.2', 20, CHANNEL), comment('a.1', 10))
      : threads(thread('b', 15, 1, [comment('b.1', 25)]), thread('a', 5, 3, [comment('a.3', 30)])),
  );
  const { items: found } = await comments.list(session, VIDEO);
  expect(found.map(({ platformId }) => platformId)).toEqual(['a.3', 'b.1', 'a.2', 'b', 'a.1', 'a']);
  expect(found.filter(({ isOwner }) => isOwner)).toMatchObject([{ platformId: 'a.2', parentId: 'a' }]);
  expect(found[0]?.author).toEqual({ id: 'UCj', name: '@jane', username: 'jane' });
  expect(calls()).toEqual(['GET /youtube/v3/commentThreads', 'GET /youtube/v3/comments']);
});

test('comments held for review: a thread may be listed for one of its replies', async () => {
  const held = comment('a.1', 10);
  const { session } = youtubeSession(() =>
    threads(
      thread('a', 5, 1, [{ ...held, snippet: { ...held.snippet, moderationStatus: 'heldForReview' } }]),
      thread('b', 6, 1, [comment('b.1', 20)]),
      thread('c', 7, 0),
    ),
  );
  const { items: found } = await comments.list(session, VIDEO, { status: 'held_for_review' });
  const status = { moderationStatus: 'held_for_review', isHidden: true };
  expect(found).toMatchObject([
    { platformId: 'a.1', ...status },
    { platformId: 'c', ...status },
  ]);
  expect(found).toHaveLength(2);
});

test('removed comments are left out of a list by ids, or reject it', async () => {
  const items = ['a', 'b', 'c'].map((platformId) => ({ item: 'comment', platformId }) as const);
  const partial = youtubeSession(() => replies({ id: 'a' }, { id: 'c' }));
  expect(await recheck.gone(partial.session, items)).toEqual(['b']);
  expect(partial.requests.map(({ query }) => query)).toEqual([{ part: 'id', id: 'a,b,c' }]);
  const whole = youtubeSession(({ query }) =>
    query?.id === 'a' ? replies({ id: 'a' }) : query?.id === 'c' ? replies() : no(404, 'commentNotFound'),
  );
  expect(await recheck.gone(whole.session, items)).toEqual(['b', 'c']);
  expect(whole.calls()).toHaveLength(4);
  const broken = youtubeSession(({ query }) => no(query?.id === 'a' ? 503 : 404, 'commentNotFound'));
  await expect(recheck.gone(broken.session, items)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('disabled comments give an empty list', async () => {
  const { session } = youtubeSession(() => no(403, 'commentsDisabled'));
  expect((await comments.list(session, VIDEO)).items).toEqual([]);
});

test('a reply to a reply belongs to the thread', async () => {
  const { session, requests } = youtubeSession(() => ({ json: { ...comment('a.9', 9), kind: 'youtube#comment' } }));
  await comments.reply?.send(session, { platformPostId: VIDEO, parentId: 'a.1', text: 'Thanks' }, {}, 'key');
  expect(requests[0]?.body).toEqual({ json: { snippet: { parentId: 'a', textOriginal: 'Thanks' } } });
});

test('a poll reads the replies of an old thread only when their number has changed', async () => {
  let total = 6;
  const { session, calls } = youtubeSession((_request, call) =>
    call.endsWith('/comments')
      ? replies(comment(`a.${total}`, 30 + total), comment('a.1', 10))
      : threads(thread('a', 5, total, [comment('a.1', 10)])),
  );
  const poll = async (cursor?: string) => {
    const before = calls().length;
    const { items, cursor: next } = await polling.poll(session, cursor, []);
    return {
      ids: items.flatMap((item) => (item.kind === 'comment' ? [item.comment.platformId] : [])),
      next,
      calls: calls().length - before,
    };
  };
  const first = await poll();
  expect(first).toMatchObject({ ids: ['a', 'a.1', 'a.6'], calls: 2 });
  expect(await poll(first.next)).toMatchObject({ calls: 1 });
  total = 7;
  expect(await poll(first.next)).toMatchObject({ ids: ['a', 'a.1', 'a.7'], calls: 2 });
  const later = JSON.stringify({ since: Date.parse(at(20)), totals: { a: 6 } });
  expect((await poll(later)).ids).toEqual(['a.7']);
  expect((await poll('nonsense')).ids).toEqual(['a', 'a.1', 'a.7']);
});
