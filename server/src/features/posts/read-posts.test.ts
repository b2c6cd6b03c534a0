import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, image, pagesOf, targetsOn, waiting } from '../../../test/steps.ts';

const POSTS = 60;
let service: TestService;
let ws: TestWorkspace;
let published: Body;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
  const first = {
    text: 'The first one',
    media: [image],
    targets: targetsOn(ws, 'twitter', 'mastodon'),
    publish_now: true,
  };
  published = (await ws.api.post('/v1/posts', first, waiting)).body;
  for (let n = 1; n < POSTS; n++) {
    const targets = n % 3 === 0 ? [] : targetsOn(ws, n % 3 === 1 ? 'twitter' : 'mastodon');
    const scheduledAt = new Date(Date.now() + 86_400_000 + (n % 5) * 3_600_000).toISOString();
    const when = targets.length > 0 && n % 2 === 0 ? { scheduled_at: scheduledAt } : {};
    const { status, text } = await ws.api.post('/v1/posts', {
      text: `Number ${n}`,
      title: n % 10 === 0 ? 'Round' : 'Odd',
      targets,
      ...when,
    });
    if (status !== 201) throw new Error(text);
  }
  // Posts of one instant can only be told apart by their ids.
  await service.sql(`update posts set created_at = date_trunc('second', created_at) where tenant_id = $1`, [
    ws.tenantId,
  ]);
  await service.sql(`update posts set hidden = true where tenant_id = $1 and text = 'Number 7'`, [ws.tenantId]);
});
afterAll(() => service?.close());

const list = (query = '') => ws.api.get(`/v1/posts${query}`);
const all = (query: string) => pagesOf(ws.api, `/v1/posts?limit=100&${query}`);
const numbersOf = (posts: Body[]) => posts.map(({ text }) => Number(/\d+/.exec(text)?.[0] ?? 0));

describe('get_post', () => {
  test('by our id and by the platform’s', async () => {
    expect((await ws.api.get(`/v1/posts/${published.id}`)).body).toEqual(
      (await list('?status=published')).body.data[0],
    );
    for (const target of published.targets) {
      const { status, body } = await ws.api.get(`/v1/posts/${encodeURIComponent(target.platform_post_id)}`);
      expect({ status, id: body.id }).toEqual({ status: 200, id: published.id });
    }
  });

  test('404 for unknown posts and posts of other tenants', async () => {
    for (const id of [
      'post_00000000000000000000000000',
      'x',
      '1',
      '%00',
      '%F0%9F%98%80',
      'a'.repeat(400),
      '..%2Fusage',
    ])
      expect(await ws.api.get(`/v1/posts/${id}`), id).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('409 when several posts have the platform’s id', async () => {
    const { body } = await ws.api.post('/v1/posts', { text: 'A twin', targets: targetsOn(ws, 'mastodon') });
    const { platform_post_id: twinId } = published.targets[1];
    await service.sql(`update actions set platform_id = $2 where post_id = $1`, [body.id, twinId]);
    expect(await ws.api.get(`/v1/posts/${twinId}`)).toMatchObject({
      status: 409,
      body: { detail_code: 'ambiguous_post_id' },
    });
    await service.sql(`delete from actions where post_id = $1`, [body.id]);
    await service.sql(`delete from posts where id = $1`, [body.id]);
  });
});

describe('list_posts', () => {
  test('newest first, 25 at a time, in the envelope of all lists', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['count', 'cursor', 'data', 'next_cursor', 'pagination']);
    expect(body).toMatchObject({
      count: 25,
      next_cursor: body.cursor,
      pagination: { limit: 25, has_more: true, next_cursor: body.cursor },
    });
    expect(body.data).toHaveLength(25);
    const times = body.data.map((post: Body) => `${post.created_at} ${post.id}`);
    expect(times).toEqual([...times].sort().reverse());
  });

  test.each(['', 'order=asc', 'sort=-created_at', 'sort=created_asc'])(
    'pages through all of them, each once: %s',
    async (query) => {
      const posts = await pagesOf(ws.api, `/v1/posts?limit=7&${query}`);
      const times = posts.map((post) => `${post.created_at} ${post.id}`);
      expect(new Set(posts.map(({ id }) => id)).size).toBe(POSTS - 1);
      expect(posts).toHaveLength(POSTS - 1);
      expect(times).toEqual(query.includes('asc') ? [...times].sort() : [...times].sort().reverse());
    },
  );

  test('a last page that is exactly full has no cursor', async () => {
    const { body } = await list(`?limit=${POSTS - 1}`);
    expect(body).toEqual({
      data: expect.any(Array),
      count: POSTS - 1,
      pagination: { limit: POSTS - 1, has_more: false },
    });
  });

  test('long texts end a page early', async () => {
    const { api } = await service.workspace();
    const text = 'a'.repeat(90_000);
    for (let n = 0; n < 13; n++) expect((await api.post('/v1/posts', { text: `${n} ${text}` })).status).toBe(201);
    const first = await api.get('/v1/posts?limit=100');
    expect(first.body).toMatchObject({ count: 11, pagination: { has_more: true } });
    const second = await api.get(`/v1/posts?limit=100&cursor=${first.body.cursor}`);
    expect(second.body).toMatchObject({ count: 2, pagination: { has_more: false } });
  });

  test('posts that are created while a client pages neither shift nor repeat items', async () => {
    const before = (await all('')).map(({ id }) => id);
    const made: string[] = [];
    const posts = await pagesOf(ws.api, '/v1/posts?limit=20', async () => {
      const { body } = await ws.api.post('/v1/posts', { text: `In between ${made.length}` });
      made.push(body.id);
    });
    expect(posts.map(({ id }) => id)).toEqual(before);
    await service.sql('delete from posts where id = any ($1)', [made]);
  });

  test('sorted by scheduled_at, only posts that have one', async () => {
    const rising = await pagesOf(ws.api, '/v1/posts?sort=scheduled_at&order=asc&limit=6');
    const times = rising.map((post) => `${post.scheduled_at} ${post.id}`);
    expect(rising).toHaveLength((await all('status=scheduled')).length);
    expect(times).toEqual([...times].sort());
    for (const sort of ['scheduled_at', '-scheduled_at', 'scheduled_desc'])
      expect((await all(`sort=${sort}`)).map(({ id }) => id)).toEqual(rising.map(({ id }) => id).reverse());
  });

  test('filtered by status', async () => {
    const counts = Object.fromEntries(
      await Promise.all(
        ['draft', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled'].map(async (status) => [
          status,
          (await all(`status=${status}`)).length,
        ]),
      ),
    );
    const scheduled = Array.from({ length: POSTS }, (_, n) => n).filter(
      (n) => n > 0 && n % 3 !== 0 && n % 2 === 0,
    ).length;
    expect(counts).toEqual({
      draft: POSTS - 2 - scheduled,
      scheduled,
      publishing: 0,
      published: 1,
      partial: 0,
      failed: 0,
      cancelled: 0,
    });
  });

  test('filtered by account, platform and brand', async () => {
    const onX = Array.from({ length: POSTS }, (_, n) => n).filter((n) => n % 3 === 1 && n !== 7);
    const { id: twitter } = accountOf(ws, 'twitter');
    const { id: mastodon } = accountOf(ws, 'mastodon');
    const { brand_id: brandId } = (await ws.api.get(`/v1/accounts/${twitter}`)).body;
    for (const query of [`account_id=${twitter}`, `account_ids=${twitter}`, 'platform=twitter', 'platform=x'])
      expect(numbersOf(await all(`${query}&order=asc`)), query).toEqual([0, ...onX]);
    const both = await all(`account_ids=${twitter},%20${mastodon}`);
    expect(both).toHaveLength((await all(`brand_id=${brandId}`)).length);
    expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
    expect(await all(`account_id=${twitter}&platform=mastodon`)).toEqual([]);
    expect(await all('brand_id=brand_of_nobody')).toEqual([]);
    expect(await all('account_ids=,')).toEqual([]);
  });

  test('filtered by words and their beginnings; signs have no meaning', async () => {
    expect(numbersOf(await all('search=NUMBER%2012'))).toEqual([12]);
    expect(await all('search=round')).toHaveLength(5);
    for (const sign of ['%', '_', '\\', "'"]) expect(await all(`search=${encodeURIComponent(sign)}`), sign).toEqual([]);
    const { body } = await ws.api.post('/v1/posts', { text: '100% _sure_ \\o/' });
    for (const part of ['100%', '_sure_', 'sur', 'O 100'])
      expect(
        (await all(`search=${encodeURIComponent(part)}`)).map(({ id }) => id),
        part,
      ).toEqual([body.id]);
    await service.sql('delete from posts where id = $1', [body.id]);
  });

  test('filtered by time', async () => {
    const posts = await all('order=asc');
    const at = posts.at(-1)?.created_at;
    expect(await all(`from=${at}`)).toHaveLength(posts.filter((post) => post.created_at >= at).length);
    expect(await all(`to=${posts[0]?.created_at}`)).toHaveLength(
      posts.filter((post) => post.created_at <= posts[0]?.created_at).length,
    );
    expect(await all('from=2020-01-01&to=2020-01-02')).toEqual([]);
    expect(await all('from=0001-01-01&to=9999-12-31')).toHaveLength(posts.length);
  });

  describe('filtered by planned time', () => {
    const [first, second, third] = ['2031-01-05T09:00:00.000Z', '2031-01-06T09:00:00.000Z', '2031-01-07T09:00:00.000Z'];
    const week = 'scheduled_from=2031-01-05&scheduled_to=2031-01-08';
    /** Drafts: the numbers 3, 5, 6, 9 and 11. */
    let drafts: Body[];
    beforeAll(async () => {
      drafts = (await all('status=draft&order=asc')).filter(
        (_, n) => n === 1 || n === 2 || n === 3 || n === 4 || n === 5,
      );
      const times = [third, second, second, second, first];
      for (const [n, { id }] of drafts.entries())
        await service.sql('update posts set scheduled_at = $2 where id = $1', [id, times[n]]);
    });
    afterAll(() =>
      service.sql('update posts set scheduled_at = null where id = any ($1)', [drafts.map(({ id }) => id)]),
    );
    const placesOf = (posts: Body[]) => posts.map(({ id }) => drafts.findIndex((draft) => draft.id === id));

    test('earliest first, drafts too, both ends included, and pages over equal times', async () => {
      const [low, middle, high] = [1, 2, 3].sort((a, b) => (drafts[a]?.id < drafts[b]?.id ? -1 : 1));
      expect(placesOf(await all(week))).toEqual([4, low, middle, high, 0]);
      expect(placesOf(await pagesOf(ws.api, `/v1/posts?limit=1&${week}`))).toEqual([4, low, middle, high, 0]);
      expect(placesOf(await all(`scheduled_from=${third}`))).toEqual([0]);
      expect(placesOf(await all(`scheduled_from=${first}&scheduled_to=${first}`))).toEqual([4]);
      expect(await all(`scheduled_to=2031-01-01`)).toEqual(await all('status=scheduled&sort=scheduled_at&order=asc'));
      expect(placesOf(await all(`${week}&order=desc`))).toEqual([0, high, middle, low, 4]);
      expect(placesOf(await all(`${week}&sort=scheduled_at`))).toEqual([0, high, middle, low, 4]);
      expect(placesOf(await all(`${week}&sort=created_at`))).toEqual([4, 3, 2, 1, 0]);
    });

    test('with other filters', async () => {
      const inTime = `scheduled_to=${second}&scheduled_from=${first}`;
      const { brand_id: brandId } = (await ws.api.get(`/v1/accounts/${accountOf(ws, 'twitter').id}`)).body;
      for (const { status, targets, text } of drafts) {
        expect(status).toBe('draft');
        const place = drafts.findIndex((draft) => draft.text === text);
        const isInTime = place > 0;
        const search = `search=${encodeURIComponent(text)}`;
        expect(placesOf(await all(`${inTime}&${search}`)), text).toEqual(isInTime ? [place] : []);
        const has = isInTime && targets.length > 0;
        for (const sort of ['', '&sort=created_at', '&status=draft', `&${search}`])
          expect(placesOf(await all(`${inTime}&brand_id=${brandId}${sort}`)).includes(place), `${text} ${sort}`).toBe(
            has,
          );
      }
      expect(await all(`${inTime}&status=scheduled`)).toEqual([]);
      expect(await all(`scheduled_from=${second}&scheduled_to=${first}`)).toEqual([]);
      expect(await all('scheduled_from=0001-01-01&scheduled_to=9999-12-31')).toHaveLength(
        (await all('sort=scheduled_at')).length,
      );
    });
  });

  test('only those of which something waits, with other filters and pages', async () => {
    const some = (await all('')).filter((_, n) => n % 7 === 0);
    const ids = some.map(({ id }) => id);
    const held = { id: 'held_1', kind: 'post', state: 'waiting', reason: 'sending', fingerprint: 'text:x' };
    await service.sql('update posts set held = $2 where id = any ($1)', [ids, JSON.stringify(held)]);
    const idsOf = (posts: Body[]) => posts.map(({ id }) => id);
    expect(idsOf(await all('held=true'))).toEqual(ids);
    expect(idsOf(await pagesOf(ws.api, '/v1/posts?limit=2&held=true'))).toEqual(ids);
    expect(await all('held=false')).toHaveLength(POSTS - 1);
    const account = accountOf(ws, 'twitter');
    const wanted: [string, (post: Body) => unknown][] = [
      [`account_id=${account.id}`, ({ targets }) => targets.some((target: Body) => target.account_id === account.id)],
      ['status=draft', ({ status }) => status === 'draft'],
      ['sort=scheduled_at', ({ scheduled_at: at }) => at],
      ['search=round', ({ title }) => title === 'Round'],
      [
        `search=round&account_id=${account.id}`,
        ({ title, targets }) => title === 'Round' && targets[0]?.account_id === account.id,
      ],
    ];
    for (const [query, fits] of wanted)
      expect(idsOf(await all(`held=true&${query}`)).sort(), query).toEqual(idsOf(some.filter(fits)).sort());
    await service.sql('update posts set held = null where id = any ($1)', [ids]);
  });

  test('hidden posts only on request; empty parameters count as absent', async () => {
    expect(await all('hidden=true')).toHaveLength(POSTS);
    expect(await all('hidden=false')).toHaveLength(POSTS - 1);
    expect(await all('hidden=&status=&search=&sort=&order=&platform=&from=&scheduled_to=')).toHaveLength(POSTS - 1);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['limit=5.5', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['cursor=forged', 'cursor'],
    ['status=broken', 'status'],
    ['platform=myspace', 'platform'],
    ['platform=constructor', 'platform'],
    ['sort=text', 'sort'],
    ['order=up', 'order'],
    ['sort=created_desc&order=asc', 'order'],
    ['from=yesterday', 'from'],
    ['to=2027-02-30', 'to'],
    ['scheduled_from=tomorrow', 'scheduled_from'],
    ['scheduled_from=2027-01-01T25:00:00Z', 'scheduled_from'],
    ['scheduled_to=10000-01-01', 'scheduled_to'],
    ['scheduled_to=2027-01-01%27--', 'scheduled_to'],
    ['scheduled_to=2027-01-01&scheduled_to=2027-01-02', 'scheduled_to'],
    ['scheduled_from=2027-01-01&sort=scheduled_desc&order=asc', 'order'],
    ['hidden=perhaps', 'hidden'],
    ['held=perhaps', 'held'],
    ['statsu=draft', 'statsu'],
  ])('400 for ?%s', async (query, field) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { meta: { field } } });
  });

  test('a cursor is valid only for its own list and unchanged', async () => {
    const { cursor } = (await list('?limit=5&status=draft')).body;
    expect((await list(`?limit=9&status=draft&cursor=${cursor}`)).status).toBe(200);
    const flipped = (cursor[0] === 'A' ? 'B' : 'A') + cursor.slice(1);
    for (const query of [
      `cursor=${cursor}`,
      `status=scheduled&cursor=${cursor}`,
      `status=draft&order=asc&cursor=${cursor}`,
      `status=draft&cursor=${flipped}`,
      `status=draft&cursor=${cursor}A`,
      `status=draft&cursor=${cursor.slice(0, -1)}`,
    ])
      expect(await list(`?${query}`), query).toMatchObject({ status: 400, body: { meta: { field: 'cursor' } } });
    expect(await ws.api.get(`/v1/brands?cursor=${cursor}`)).toMatchObject({ status: 400 });
  });
});
