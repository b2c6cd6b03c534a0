import { expect, test } from 'vitest';
import type { PlatformError } from '../../core/platform-error.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { metrics } from './metrics.ts';

async function read(response: FakeResponse) {
  const { session, requests } = fakeSession(() => response);
  const hosts = { api: 'https://x.test' };
  const outcome = await metrics({ ...session, hosts }, { platformId: '10' }).catch((error: PlatformError) => error);
  return { outcome, requests };
}

const counts = { like_count: 5, reply_count: 2, quote_count: 3, retweet_count: 4 };
const counted = (public_metrics: object): FakeResponse => ({ json: { data: { id: '10', public_metrics } } });

test('counters are read by their old and new names', async () => {
  const whole = { ...counts, bookmark_count: 1, impression_count: 5_000_000_000 };
  const expected = { impressions: 5_000_000_000, likes: 5, comments: 2, shares: 7, saves: 1 };
  const { outcome, requests } = await read(counted(whole));
  expect(outcome).toEqual(expected);
  expect(requests).toMatchObject([
    { method: 'GET', url: 'https://x.test/2/tweets/10', query: { 'tweet.fields': 'public_metrics' } },
  ]);
  const { retweet_count, ...renamed } = whole;
  expect((await read(counted({ ...renamed, repost_count: retweet_count }))).outcome).toEqual(expected);
});

test('a counter that is missing or no count is absent, and the others stay', async () => {
  expect((await read(counted(counts))).outcome).toEqual({ likes: 5, comments: 2, shares: 7 });
  expect((await read(counted({ ...counts, quote_count: undefined }))).outcome).toMatchObject({ shares: 4 });
  for (const wrong of [undefined, -1, 1.5, '7', 1e300, null])
    expect((await read(counted({ ...counts, like_count: wrong }))).outcome).toEqual({ comments: 2, shares: 7 });
});

test('a post that X does not show is an error', async () => {
  const problem = (type: string) => ({
    json: { errors: [{ detail: 'No.', type: `https://x.test/problems/${type}` }] },
  });
  expect((await read(problem('resource-not-found'))).outcome).toMatchObject({ kind: 'not_found' });
  expect((await read(problem('not-authorized-for-resource'))).outcome).toMatchObject({ kind: 'forbidden' });
  expect((await read({ json: {} })).outcome).toMatchObject({ kind: 'unavailable' });
});
