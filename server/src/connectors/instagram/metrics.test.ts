import { expect, test } from 'vitest';
import { type FakeResponse, fakeSession, graphError } from '../shared/meta/session.fake.ts';
import { metrics } from './metrics.ts';

const id = '17920238422030506';

async function read(media: object, insights: FakeResponse) {
  const { session, requests } = fakeSession((_request, call) =>
    call.endsWith('/insights') ? insights : { json: { id, ...media } },
  );
  return { value: await metrics(session, { platformId: id }), requests };
}

const base = { like_count: 12, comments_count: 3, media_product_type: 'FEED' };
const lifetime = (name: string, value: unknown) => ({ name, period: 'lifetime', values: [{ value }] });
const told = (...data: unknown[]): FakeResponse => ({ json: { data } });

test('insights add to the counters of the post', async () => {
  const all = told(
    lifetime('saved', 4),
    lifetime('shares', 2),
    lifetime('views', 5_000_000_000),
    { name: 'reach', total_value: { value: 90 } },
    lifetime('likes', 12),
  );
  const { value, requests } = await read(base, all);
  expect(value).toEqual({ views: 5_000_000_000, reach: 90, likes: 12, comments: 3, shares: 2, saves: 4 });
  expect(requests.map(({ query }) => query)).toEqual([
    { fields: 'id,like_count,comments_count,media_product_type' },
    { metric: 'likes,saved,shares,views,reach' },
  ]);
});

test('a story is asked only for the metrics of stories', async () => {
  const { requests } = await read({ ...base, media_product_type: 'STORY' }, told());
  expect(requests[1]?.query).toEqual({ metric: 'shares,views,reach' });
});

test('hidden likes of a post come from its insights', async () => {
  const hidden = { ...base, like_count: undefined };
  expect((await read(hidden, told(lifetime('likes', 7)))).value.likes).toBe(7);
  expect((await read(hidden, told())).value).toEqual({ comments: 3 });
});

test.each<[string, FakeResponse]>([
  ['need a permission or more viewers', graphError(10)],
  ['do not know a metric', graphError(100)],
  ['are throttled', graphError(4)],
  ['are out of order', { status: 500 }],
  ['are a page of something else', { text: '<html>' }],
  ['are empty', told()],
  ['hold nonsense', told({ name: 'views', values: [{ value: -1 }] }, { name: 5 }, null, lifetime('reach', 1e300))],
])('the counters come when insights %s', async (_name, insights) => {
  expect((await read(base, insights)).value).toEqual({ likes: 12, comments: 3 });
});

test('a counter that Instagram does not tell is absent, a deleted post not_found', async () => {
  expect((await read({ like_count: 1 }, told())).value).toEqual({ likes: 1 });
  const { session } = fakeSession(() => graphError(100, 33));
  await expect(metrics(session, { platformId: id })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(metrics(session, { platformId: '../me' })).rejects.toMatchObject({ kind: 'not_found' });
});
