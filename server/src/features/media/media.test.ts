import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { pagesOf } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ plan: 'free' });
});
afterAll(() => service?.close());

const store = (id: string, status: string, secondsAgo: number) =>
  service.sql(
    `insert into media (tenant_id, id, filename, content_type, size_bytes, status, created_at) values ($1, $2, $2 || '.jpg', 'image/jpeg', 1000, $3, now() - $4 * interval '1 second')`,
    [ws.tenantId, id, status, secondsAgo],
  );

describe('list_media', () => {
  test('is empty at first, in the envelope of all lists', async () => {
    const { status, body } = await ws.api.get('/v1/media');
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: [], count: 0, pagination: { limit: 25, has_more: false } },
    });
  });

  test('shows what is ready, newest first, page by page', async () => {
    for (let n = 0; n < 8; n++)
      await store(`med_${n}`, n === 3 ? 'pending' : n === 5 ? 'failed' : 'ready', Math.floor(n / 2));
    const items = await pagesOf(ws.api, '/v1/media?limit=2');
    expect(items.map(({ id }) => id)).toEqual(['med_1', 'med_0', 'med_2', 'med_4', 'med_7', 'med_6']);
    expect(items[0]).toMatchObject({
      filename: 'med_1.jpg',
      content_type: 'image/jpeg',
      size_bytes: 1000,
      status: 'ready',
      livemode: false,
    });
    expect((await ws.api.get('/v1/media/')).status).toBe(200);
    expect((await ws.liveApi.get('/v1/media')).body.data).toEqual([]);
  });
});

describe('get_media_storage', () => {
  test('counts bytes and items against the limit of the plan', async () => {
    const other = await service.workspace({ plan: 'free' });
    expect((await other.api.get('/v1/media/storage')).body).toEqual({
      used_bytes: 0,
      limit_bytes: 104_857_600,
      count: 0,
      livemode: false,
    });
    await service.sql('update tenants set storage_bytes = 5000000000, media_count = 3 where tenant_id = $1', [
      other.tenantId,
    ]);
    expect((await other.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: 5_000_000_000, count: 3 });
  });
});
