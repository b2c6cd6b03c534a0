import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import {
  accountOf,
  eventsOf,
  image,
  ledgerOf,
  shortly,
  targetsOn,
  usageOf,
  waiting,
  withNewKey,
} from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const create = (body: unknown, headers: Record<string, string> = {}) => ws.api.post('/v1/posts', body, { headers });
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const mastodon = () => targetsOn(ws, 'mastodon');

describe('create_post', () => {
  test('publishes to every target and returns where', async () => {
    const targets = targetsOn(ws, 'twitter', 'mastodon', 'instagram');
    const body = { text: 'Hello, three platforms', title: 'A title', media: [image], targets, publish_now: true };
    const { status, body: post } = await ws.api.post('/v1/posts', body, waiting);
    expect(status).toBe(201);
    expect(post).toMatchObject({
      status: 'published',
      text: body.text,
      title: 'A title',
      media: [image],
      media_ids: [],
      livemode: false,
    });
    expect(post.published_at).toBeDefined();
    for (const target of post.targets) {
      const entries = await ledgerOf(ws, target.platform);
      expect(entries.map(({ platform_id: id }) => id)).toEqual([target.platform_post_id]);
      expect(target).toMatchObject({ status: 'published', permalink: expect.stringMatching(/^https?:/) });
    }
    expect((await eventsOf(ws.api, post.id)).map(({ type }) => type)).toEqual(['post.published']);
  });

  test('responds at once without Prefer: wait', async () => {
    const { status, body } = await create({ text: 'Do not wait', targets: mastodon(), publish_now: true });
    expect(status).toBe(201);
    expect(body.status).toMatch(/^publish/);
    await until(async () => (await ws.api.get(`/v1/posts/${body.id}`)).body.status === 'published', 'it is published');
  });

  test('without flags it creates a draft, free of charge and without an event', async () => {
    const before = await usageOf(ws.api);
    const { status, body } = await create({ text: 'A draft' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^post_[0-9a-z]{26}$/),
      text: 'A draft',
      status: 'draft',
      hidden: false,
      retry_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      created_by: { type: 'key', id: expect.stringMatching(/^key_/), name: 'test' },
      livemode: false,
      targets: [],
      warnings: [],
    });
    expect(await usageOf(ws.api)).toEqual(before);
    expect(await eventsOf(ws.api, body.id)).toEqual([]);
  });

  test('a scheduled post is charged at once, records an event and is published when due', async () => {
    const before = await usageOf(ws.api);
    const { status, body } = await shortly((at) => create({ text: 'Deferred', targets: mastodon(), scheduled_at: at }));
    const { scheduled_at: scheduledAt } = body;
    expect(status).toBe(201);
    expect(await usageOf(ws.api)).toEqual({ ...before, posts: before.posts + 1 });
    const published = await until(async () => {
      const { body: post } = await ws.api.get(`/v1/posts/${body.id}`);
      return post.status === 'published' && post;
    }, 'the scheduled post is published');
    expect(new Date(published.published_at).getTime()).toBeGreaterThanOrEqual(new Date(scheduledAt).getTime());
    expect(await usageOf(ws.api)).toEqual({ ...before, posts: before.posts + 1 });
    const events = await eventsOf(ws.api, body.id);
    expect(events.map(({ type }) => type)).toEqual(['post.scheduled', 'post.published']);
    expect(events[0].metadata).toEqual({
      post_id: body.id,
      status: 'scheduled',
      scheduled_at: scheduledAt,
      targets: [{ account_id: mastodon()[0]?.account_id, platform: 'mastodon' }],
    });
  });

  test('publish_now wins over scheduled_at', async () => {
    const { body } = await ws.api.post(
      '/v1/posts',
      { text: 'Now', targets: mastodon(), scheduled_at: tomorrow, publish_now: true },
      waiting,
    );
    expect(body).toMatchObject({ status: 'published' });
    expect(body).not.toHaveProperty('scheduled_at');
  });

  test('a target’s own text and media win over those of the post', async () => {
    const [onX, onMastodon] = targetsOn(ws, 'twitter', 'mastodon');
    const targets = [
      { ...onX, text: 'Only on X' },
      { ...onMastodon, title: 'T', visibility: 'unlisted', media: [image] },
    ];
    const { body } = await ws.api.post('/v1/posts', { text: 'For the others', targets, publish_now: true }, waiting);
    expect(body.targets).toMatchObject([
      { platform: 'twitter', text: 'Only on X', status: 'published' },
      { platform: 'mastodon', title: 'T', visibility: 'unlisted', media: [image], status: 'published' },
    ]);
    expect((await ledgerOf(ws, 'twitter')).at(-1)).toMatchObject({ text: 'Only on X' });
    expect((await ledgerOf(ws, 'mastodon')).at(-1)).toMatchObject({
      text: expect.stringContaining('For the others'),
    });
  });

  test('a target’s own time wins over that of the post', async () => {
    const [onX, onMastodon] = targetsOn(ws, 'twitter', 'mastodon');
    const { body } = await shortly((early) =>
      create({ text: 'At two times', targets: [onX, { ...onMastodon, scheduled_at: early }], scheduled_at: tomorrow }),
    );
    expect(body.targets.map((target: { scheduled_at?: string }) => typeof target.scheduled_at)).toEqual([
      'undefined',
      'string',
    ]);
    const post = await until(async () => {
      const { body: now } = await ws.api.get(`/v1/posts/${body.id}`);
      return now.targets[1].status === 'published' && now;
    }, 'the earlier target is published');
    expect(post).toMatchObject({ status: 'publishing', targets: [{ status: 'pending' }, {}] });
  });

  test('takes the older names account_ids and schedule_at', async () => {
    const [target] = mastodon();
    const { status, body } = await create({
      text: 'Older names',
      account_ids: [target?.account_id],
      schedule_at: tomorrow,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'scheduled', scheduled_at: tomorrow, targets: [target] });
    const both = { text: 'Both names', account_ids: [], targets: [] };
    expect(await create(both)).toMatchObject({ status: 400, body: { meta: { field: 'account_ids' } } });
    const twice = { text: 'Both times', scheduled_at: tomorrow, schedule_at: tomorrow, targets: mastodon() };
    expect(await create(twice)).toMatchObject({ status: 400, body: { meta: { field: 'schedule_at' } } });
  });

  test.each([
    ['a day', '2027-03-01', '2027-03-01T00:00:00.000Z'],
    ['no zone', '2027-03-01T10:30:00', '2027-03-01T10:30:00.000Z'],
    ['no seconds', '2027-03-01 10:30', '2027-03-01T10:30:00.000Z'],
    ['another zone', '2027-03-01T10:30:00+02:00', '2027-03-01T08:30:00.000Z'],
    ['fractions', '2027-03-01T10:30:00.123456Z', '2027-03-01T10:30:00.123Z'],
  ])('a time may be %s', async (_, given, understood) => {
    const { body } = await create({ text: `At ${given}`, targets: mastodon(), scheduled_at: given });
    expect(body.scheduled_at).toBe(understood);
  });

  test('media_ids may hold addresses and stored media; media wins over them', async () => {
    const id = 'med_00000000000000000000000001';
    await service.sql(
      `insert into media (tenant_id, id, filename, content_type, size_bytes, status) values ($1, $2, 'a.jpg', 'image/jpeg', 5, 'ready')`,
      [ws.tenantId, id],
    );
    const { body } = await create({ text: 'With media_ids', media_ids: [image.source, id] });
    expect(body.media).toEqual([image, { source_type: 'media_id', source: id }]);
    expect(body.media_ids).toEqual([id]);
    const both = await create({ text: 'With both', media: [image], media_ids: [id] });
    expect(both.body).toMatchObject({ media: [image], media_ids: [] });
  });

  test('platform_data may call twitter x, and a target’s own wins', async () => {
    const [onX] = targetsOn(ws, 'twitter');
    const targets = [{ ...onX, platform_data: { reply_settings: 'following' } }];
    const body = { text: 'With options', platform_data: { x: { reply_settings: 'verified' } }, targets };
    expect((await create(body)).status).toBe(201);
    const odd = (options: unknown) => create({ text: 'With odd options', platform_data: options, targets });
    expect(await odd({ x: { reply_settings: 'nobody' } })).toMatchObject({
      status: 400,
      body: { meta: { field: 'platform_data.x.reply_settings' } },
    });
    expect(await odd({ twitter: { reply_setings: 'following' } })).toMatchObject({
      status: 400,
      body: { meta: { field: 'platform_data.twitter.reply_setings' } },
    });
    for (const name of ['myspace', 'constructor', 'toString'])
      expect(await odd({ [name]: {} })).toMatchObject({
        status: 400,
        body: { code: 'unsupported_platform', meta: { field: `platform_data.${name}` } },
      });
    expect(await odd({ x: {}, twitter: {} })).toMatchObject({
      status: 400,
      body: { meta: { field: 'platform_data.twitter' } },
    });
  });
});

describe('create_post rejects, without leaving anything behind,', () => {
  const now = (body: Record<string, unknown>) => ({ targets: mastodon(), publish_now: true, ...body });
  const withMedia = (source: string) => ({ text: 'x', media: [{ source_type: 'url', source }] });
  const withPart = (part: unknown) => ({ text: 'x', segments: ['Two', part] });
  const cases: [what: string, body: () => unknown, status: number, code: string, field?: string][] = [
    ['nothing at all', () => ({}), 400, 'missing_metadata', 'text'],
    ['an empty text without media', () => now({ text: '' }), 400, 'missing_metadata', 'text'],
    ['a text of spaces', () => now({ text: ' \n\t' }), 400, 'missing_metadata', 'text'],
    ['a text that is too long', () => now({ text: 'x'.repeat(501) }), 400, 'invalid_request', 'text'],
    [
      'a text that is too long for X',
      () => ({ text: 'x'.repeat(281), targets: targetsOn(ws, 'mastodon', 'twitter'), publish_now: true }),
      400,
      'invalid_request',
      'text',
    ],
    [
      'no image where one is needed',
      () => ({ text: 'x', targets: targetsOn(ws, 'instagram'), publish_now: true }),
      400,
      'invalid_request',
      'media',
    ],
    ['an unknown account', () => ({ text: 'x', targets: [{ account_id: 'acc_unknown' }] }), 404, 'account_not_found'],
    [
      'the same account twice',
      () => ({ text: 'x', targets: [...mastodon(), ...mastodon()] }),
      400,
      'invalid_request',
      'targets.1.account_id',
    ],
    ['no target for publishing', () => ({ text: 'x', publish_now: true }), 400, 'missing_metadata', 'targets'],
    [
      'no target for scheduling',
      () => ({ text: 'x', scheduled_at: tomorrow, targets: [] }),
      400,
      'missing_metadata',
      'targets',
    ],
    [
      'a time that has passed',
      () => ({ text: 'x', targets: mastodon(), scheduled_at: '2020-01-01T00:00:00Z' }),
      400,
      'invalid_request',
      'scheduled_at',
    ],
    [
      'a target’s time that has passed',
      () => ({ text: 'x', targets: [{ ...mastodon()[0], scheduled_at: '2020-01-01' }], scheduled_at: tomorrow }),
      400,
      'invalid_request',
      'targets.0.scheduled_at',
    ],
    [
      'a time years ahead',
      () => ({ text: 'x', targets: mastodon(), scheduled_at: '2100-01-01' }),
      400,
      'invalid_request',
      'scheduled_at',
    ],
    [
      '31 February',
      () => ({ text: 'x', targets: mastodon(), scheduled_at: '2027-02-31' }),
      400,
      'invalid_request',
      'scheduled_at',
    ],
    [
      'a time that is none',
      () => ({ text: 'x', targets: mastodon(), scheduled_at: 'soon' }),
      400,
      'invalid_request',
      'scheduled_at',
    ],
    ['an address that is none', () => withMedia('sample.jpg'), 400, 'invalid_request', 'media.0.source'],
    ['another scheme', () => withMedia('ftp://example.com/a.jpg'), 400, 'invalid_request', 'media.0.source'],
    ['a file', () => withMedia('file:///etc/passwd'), 400, 'invalid_request', 'media.0.source'],
    ['this machine', () => withMedia('http://127.0.0.1/a.jpg'), 400, 'invalid_request', 'media.0.source'],
    ['a private network', () => withMedia('http://10.0.0.1/a.jpg'), 400, 'invalid_request', 'media.0.source'],
    ['a metadata service', () => withMedia('http://169.254.169.254/latest'), 400, 'invalid_request', 'media.0.source'],
    ['a mapped address', () => withMedia('http://[::ffff:127.0.0.1]/a.jpg'), 400, 'invalid_request', 'media.0.source'],
    [
      'the simulator’s control',
      () => withMedia('https://simulator.test/control/ledger'),
      400,
      'invalid_request',
      'media.0.source',
    ],
    [
      'an unknown media id',
      () => ({ text: 'x', media_ids: ['med_unknown'] }),
      400,
      'invalid_request',
      'media_ids.0.source',
    ],
    [
      'a target’s unknown media id',
      () => ({ text: 'x', targets: [{ ...mastodon()[0], media_ids: ['med_unknown'] }] }),
      400,
      'invalid_request',
    ],
    ['a part that says nothing', () => withPart({ text: ' ' }), 400, 'missing_metadata', 'segments.1.text'],
    ['a part that is no part', () => withPart(5), 400, 'invalid_request', 'segments.1'],
    ['a misspelled field of a part', () => withPart({ txt: 'x' }), 400, 'invalid_request', 'segments.1.txt'],
    ['a part’s text that is none', () => withPart({ text: 5 }), 400, 'invalid_request', 'segments.1.text'],
    [
      'a part’s media that may not be fetched',
      () => withPart({ media: [{ source_type: 'url', source: 'http://10.0.0.1/a.jpg' }] }),
      400,
      'invalid_request',
      'segments.1.media.0.source',
    ],
    [
      'a part’s unknown media id',
      () => withPart({ text: 'x', media_ids: ['med_unknown'] }),
      400,
      'invalid_request',
      'segments.1.media_ids.0.source',
    ],
    ['a word close to a field', () => ({ txt: 'x' }), 400, 'invalid_request', 'txt'],
    [
      'an unknown field of a target',
      () => ({ text: 'x', targets: [{ acount_id: 'x' }] }),
      400,
      'invalid_request',
      'targets.0.acount_id',
    ],
    [
      'more than 100 targets',
      () => ({ text: 'x', targets: Array.from({ length: 101 }, () => mastodon()[0]) }),
      400,
      'invalid_request',
      'targets',
    ],
  ];

  test.each(cases)('%s', async (_, body, status, code, field) => {
    const before = await rowsOf(service, ws.tenantId);
    const answer = await create(body());
    expect(answer, answer.text).toMatchObject({
      status,
      body: { code, ...(field === undefined ? {} : { meta: { field } }) },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('with the limit and a hint at the probable field', async () => {
    const long = await create(now({ text: 'x'.repeat(501) }));
    expect(long.body.meta).toMatchObject({ max: 500, platform: 'mastodon', target: 0 });
    expect((await create({ txt: 'x' })).body.error).toContain('Did you mean text?');
    const inside = await create({ text: 'x', targets: [{ ...mastodon()[0], txt: 'x' }] });
    expect(inside.body).toMatchObject({
      meta: { field: 'targets.0.txt' },
      error: expect.stringContaining('Did you mean targets.0.text?'),
    });
    const live = await ws.liveApi.post('/v1/posts', { text: 'x', media: [image] });
    expect(live).toMatchObject({ status: 400, body: { meta: { field: 'media.0.source' } } });
  });

  test('unknown fields, unless Prefer: handling=lenient', async () => {
    const { status, body } = await create({ text: 'Lenient', txt: 'x' }, { prefer: 'handling=lenient' });
    expect({ status, text: body.text }).toEqual({ status: 201, text: 'Lenient' });
  });

  test('an account that is disconnected', async () => {
    const [account] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
    const targets = [{ account_id: account?.id }];
    expect((await create({ text: 'Named while it was there', targets })).status).toBe(201);
    await ws.api.delete(`/v1/accounts/${account?.id}`);
    const before = await rowsOf(service, ws.tenantId);
    for (const when of [{}, { scheduled_at: tomorrow }, { publish_now: true }])
      expect(await create({ text: 'x', targets, ...when })).toMatchObject({
        status: 404,
        body: { code: 'account_not_found', meta: { id: account?.id } },
      });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('an account that another process moved to a brand out of reach', async () => {
    const [account] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
    const id = account?.id as string;
    const [{ brand_id: brandId }] = await service.sql('select brand_id from accounts where id = $1', [id]);
    const { api } = await withNewKey(service, ws, { brandIds: [brandId] });
    const posts = [{}, { scheduled_at: tomorrow }].map((when) => ({ targets: [{ account_id: id }], ...when }));
    for (const post of posts) expect((await api.post('/v1/posts', { text: 'Here', ...post })).status).toBe(201);
    const { body: other } = await ws.api.post('/v1/brands', { name: 'Elsewhere' });
    await service.sql('update accounts set brand_id = $2 where id = $1', [id, other.id]);
    for (const post of posts) {
      expect((await api.post('/v1/posts', { text: 'Out of reach', ...post })).status).toBe(404);
      expect((await create({ text: 'Within reach', ...post })).status).toBe(201);
    }
  });

  test('the same text, media and targets within two minutes', async () => {
    const post = { text: 'PostContent once', media: [image], targets: targetsOn(ws, 'mastodon', 'twitter') };
    const { status, body } = await create(post);
    expect(status).toBe(201);
    const before = await rowsOf(service, ws.tenantId);
    expect(await create(post)).toMatchObject({ status: 409, body: { code: 'conflict', meta: { id: body.id } } });
    expect(await create({ ...post, targets: [...post.targets].reverse() })).toMatchObject({ status: 409 });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    expect((await create({ ...post, text: 'PostContent otherwise' })).status).toBe(201);
    expect((await create({ ...post, segments: ['And more'] })).status).toBe(201);
    expect((await create({ ...post, segments: [{ text: 'And more' }] })).status).toBe(409);
    expect((await create({ ...post, segments: [{ text: 'And more', media: [image] }] })).status).toBe(201);
    expect((await create({ ...post, segments: [{ text: 'And more', media: [image] }] })).status).toBe(409);
    expect((await create({ ...post, skip_duplicate_check: true })).status).toBe(201);
    expect((await create(post, { 'idempotency-key': 'meant' })).status).toBe(201);
    await service.sql(`update post_fingerprints set expires_at = now() - interval '1 second' where tenant_id = $1`, [
      ws.tenantId,
    ]);
    expect((await create(post)).status).toBe(201);
  });
});

test('an account that has moved to another brand is found there, and a repeated key replays the post', async () => {
  const [account] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
  const targets = [{ account_id: account?.id }];
  expect((await create({ text: 'In the first brand', targets, scheduled_at: tomorrow })).status).toBe(201);
  const { body: brand } = await ws.api.post('/v1/brands', { name: 'The second' });
  await service.sql('update accounts set brand_id = $1 where id = $2', [brand.id, account?.id]);
  const body = { text: 'In the second brand', targets, scheduled_at: tomorrow };
  const first = await create(body, { 'idempotency-key': 'moved' });
  expect(first.status).toBe(201);
  const again = await create(body, { 'idempotency-key': 'moved' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});

describe('create_post with dry_run', () => {
  const dry = (body: unknown, query = 'dry_run=true') => ws.api.post(`/v1/posts?${query}`, body);

  test('returns the post and changes nothing', async () => {
    const before = await rowsOf(service, ws.tenantId);
    const ledger = await ledgerOf(ws, 'mastodon');
    const post = { text: 'Only a trial', targets: mastodon(), publish_now: true };
    const { status, body } = await dry(post);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      status: 'publishing',
      text: post.text,
      targets: [{ account_id: accountOf(ws, 'mastodon').id }],
      cost: { posts: 1 },
    });
    expect((await dry({ ...post, publish_now: false, scheduled_at: tomorrow })).body).toMatchObject({
      status: 'scheduled',
      cost: { posts: 1 },
    });
    expect((await dry({ text: 'x' }, 'dry_run=1')).body).toMatchObject({ status: 'draft', cost: { posts: 0 } });
    expect((await dry(post, 'dry_run')).status).toBe(200);
    expect(
      (await ws.api.post('/v1/posts?dry_run=true', post, { headers: { 'idempotency-key': 'trial' } })).status,
    ).toBe(200);
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    expect(await ledgerOf(ws, 'mastodon')).toEqual(ledger);
    expect((await create(post, { 'idempotency-key': 'trial' })).headers.get('idempotent-replayed')).toBeNull();
  });

  test('rejects the same input', async () => {
    expect((await dry({ text: '' })).status).toBe(400);
    expect((await dry({ text: 'x', targets: [{ account_id: 'acc_unknown' }] })).status).toBe(404);
    expect((await dry({ text: 'x' }, 'dry_run=perhaps')).body.meta).toEqual({ field: 'dry_run' });
  });
});
