import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { accountOf, pagesOf, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
});
afterAll(() => service?.close());

const nowhere = '/v1/brands/brand_00000000000000000000000000';
const create = (name: unknown) => ws.api.post('/v1/brands', { name });

describe('list_brands', () => {
  test('a new workspace has the brand Default with its accounts', async () => {
    const { status, body } = await ws.api.get('/v1/brands');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^brand_/),
          name: 'Default',
          accounts_count: 2,
          created_at: expect.any(String),
          updated_at: expect.any(String),
          timezone: 'UTC',
          approval: false,
          self_approval: false,
          livemode: false,
        },
      ],
      count: 1,
      pagination: { limit: 25, has_more: false },
    });
    expect((await ws.liveApi.get('/v1/brands')).body.data).toMatchObject([
      { name: 'Default', accounts_count: 0, livemode: true },
    ]);
  });

  test('pages through all brands, newest first', async () => {
    const other = await service.workspace({ plan: 'enterprise' });
    for (let n = 0; n < 30; n++) await other.api.post('/v1/brands', { name: `Brand ${n}` });
    const names = (await pagesOf(other.api, '/v1/brands?limit=7')).map((brand: Body) => brand.name);
    expect(names).toEqual([...Array.from({ length: 30 }, (_, n) => `Brand ${29 - n}`), 'Default']);
    expect((await other.api.get('/v1/usage')).body).toMatchObject({ brands_used: 31, brands_limit: -1 });
  });
});

describe('create_brand', () => {
  test('names need not be unique and are trimmed', async () => {
    const first = await create('  Twice ');
    const second = await create('Twice');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body).toMatchObject({ name: 'Twice', accounts_count: 0 });
    expect(first.body.id).not.toBe(second.body.id);
  });

  test.each([[undefined], [''], ['   '], [5], [null], ['x'.repeat(201)], ['a\0b']])(
    '400 for the name %j',
    async (name) => {
      expect(await create(name)).toMatchObject({ status: 400, body: { meta: { field: 'name' } } });
    },
  );

  test('403 at the plan’s limit without a trace; deleting a brand makes room', async () => {
    const free = await service.workspace({ plan: 'free' });
    const second = await free.api.post('/v1/brands', { name: 'Second' });
    expect(second.status).toBe(201);
    const before = await rowsOf(service, free.tenantId);
    expect(await free.api.post('/v1/brands', { name: 'Third' })).toMatchObject({
      status: 403,
      body: { code: 'brand_limit_reached', meta: { plan: 'free', max: 2 } },
    });
    expect(await free.api.post('/v1/brands?dry_run=true', { name: 'Third' })).toMatchObject({ status: 403 });
    expect(await rowsOf(service, free.tenantId)).toEqual(before);
    expect((await free.api.get('/v1/usage')).body).toMatchObject({ brands_used: 2, profile_units_used: 2 });
    await free.api.delete(`/v1/brands/${second.body.id}`);
    expect((await free.api.post('/v1/brands', { name: 'Third' })).status).toBe(201);
  });

  test('a dry run changes nothing', async () => {
    const before = await rowsOf(service, ws.tenantId);
    expect(await ws.api.post('/v1/brands?dry_run=true', { name: 'A trial' })).toMatchObject({
      status: 200,
      body: { dry_run: true, name: 'A trial' },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });
});

describe('update_brand', () => {
  test('changes the name and updated_at', async () => {
    const { body: brand } = await create('Old');
    const { status, body } = await ws.api.patch(`/v1/brands/${brand.id}`, { name: 'New' });
    expect({ status, body }).toEqual({ status: 200, body: { ...brand, name: 'New', updated_at: body.updated_at } });
    expect(body.updated_at >= brand.updated_at).toBe(true);
  });

  test('400 without a name, 404 for an unknown brand', async () => {
    const { body: brand } = await create('Kept');
    expect(await ws.api.patch(`/v1/brands/${brand.id}`, {})).toMatchObject({
      status: 400,
      body: { code: 'missing_metadata', meta: { field: 'name' } },
    });
    expect(await ws.api.patch(nowhere, { name: 'x' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('delete_brand', () => {
  test('disconnects its accounts, cancels waiting targets and keeps published ones', async () => {
    const { api } = ws;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const [first] = (await api.get('/v1/brands')).body.data.filter(({ name }: Body) => name === 'Default');
    const { body: other } = await create('Stays');
    await service.sql('update accounts set brand_id = $1 where id = $2', [other.id, accountOf(ws, 'mastodon').id]);
    const published = (
      await api.post('/v1/posts', { text: 'Before', targets: targetsOn(ws, 'twitter'), publish_now: true }, waiting)
    ).body;
    const alone = (
      await api.post('/v1/posts', { text: 'Alone', targets: targetsOn(ws, 'twitter'), scheduled_at: tomorrow })
    ).body;
    const both = (
      await api.post('/v1/posts', {
        text: 'Both',
        targets: targetsOn(ws, 'twitter', 'mastodon'),
        scheduled_at: tomorrow,
      })
    ).body;

    const before = await rowsOf(service, ws.tenantId);
    expect(await api.delete(`/v1/brands/${first.id}?dry_run=true`)).toMatchObject({
      status: 200,
      body: { dry_run: true },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);

    expect(await api.delete(`/v1/brands/${first.id}`)).toMatchObject({ status: 204 });
    expect(await api.delete(`/v1/brands/${first.id}`)).toMatchObject({ status: 404 });
    expect((await api.get('/v1/brands')).text).not.toContain(first.id);
    expect((await api.get('/v1/accounts')).body.data.map(({ platform }: Body) => platform)).toEqual(['mastodon']);
    expect(await api.get(`/v1/accounts/${accountOf(ws, 'twitter').id}`)).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
    const [{ credentials }] = await service.sql('select credentials from accounts where id = $1', [
      accountOf(ws, 'twitter').id,
    ]);
    expect(credentials).toBe('');

    const now = async ({ id }: Body) => (await api.get(`/v1/posts/${id}`)).body;
    expect(await now(published)).toMatchObject({ status: 'published', targets: [{ status: 'published' }] });
    expect(await now(alone)).toMatchObject({ status: 'cancelled', targets: [{ status: 'cancelled' }] });
    expect(await now(both)).toMatchObject({
      status: 'scheduled',
      targets: [{ status: 'cancelled' }, { status: 'pending' }],
    });
    expect(await api.post(`/v1/posts/${alone.id}/publish`)).toMatchObject({ status: 409 });
  });

  test('404 for an unknown brand', async () => {
    expect(await ws.api.delete(nowhere)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail_code: 'brand.not_found' },
    });
  });
});
