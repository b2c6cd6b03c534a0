import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService } from '../../../test/harness.ts';
import { comment, targetsOn, waiting } from '../../../test/steps.ts';

const AT_ONCE = 200;
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

/** Calls 200 times at once; how often each status and code came. */
async function atOnce(call: (index: number) => Promise<ApiResponse>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, body } of await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)))) {
    const name = status < 400 ? String(status) : `${status} ${body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const leave = (tenantId: string, column: string, value: number) =>
  service.sql(`update tenants set ${column} = $2 where tenant_id = $1`, [tenantId, value]);
const held = async (tenantId: string) =>
  (await service.sql('select * from tenants where tenant_id = $1', [tenantId]))[0];

test('200 creates at the limit minus one: exactly one is accepted', async () => {
  const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
  await leave(ws.tenantId, 'posts_used', 9);
  const targets = targetsOn(ws, 'mastodon');
  const counts = await atOnce((n) => ws.api.post('/v1/posts', { text: `Post ${n}`, targets, scheduled_at: tomorrow }));
  expect(counts).toEqual({ 201: 1, '429 rate_limit_exceeded': AT_ONCE - 1 });
  expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(10);
  expect((await ws.api.get('/v1/posts')).body.count).toBe(1);
});

test('200 replies at the limit minus one: exactly one is sent', async () => {
  const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
  const { body: post } = await ws.api.post(
    '/v1/posts',
    { text: 'Ask', targets: targetsOn(ws, 'mastodon'), publish_now: true },
    waiting,
  );
  await comment(ws, 'mastodon', post.targets[0].platform_post_id, 'Why?');
  const { body: list } = await ws.api.get(`/v1/inbox/comments/${post.id}`);
  await leave(ws.tenantId, 'interactions_used', 49);
  const counts = await atOnce((n) =>
    ws.api.post(`/v1/inbox/comments/${post.id}`, { text: `Because ${n}`, comment_id: list.data[0].id }),
  );
  expect(counts).toEqual({ 200: 1, '429 rate_limit_exceeded': AT_ONCE - 1 });
  expect((await ws.api.get('/v1/usage')).body.interactions_used).toBe(50);
});

test('200 brands at the limit minus one: exactly one is made', async () => {
  const ws = await service.workspace({ plan: 'free' });
  const counts = await atOnce((n) => ws.api.post('/v1/brands', { name: `Brand ${n}` }));
  expect(counts).toEqual({ 201: 1, '403 brand_limit_reached': AT_ONCE - 1 });
  expect((await ws.api.get('/v1/brands')).body.count).toBe(2);
});

test('200 uploads with room for one: exactly one is stored', async () => {
  const ws = await service.workspace({ plan: 'free' });
  const image = await (await fetch(`${ws.simulatorUrl}/files/sample.jpg`)).blob();
  await leave(ws.tenantId, 'storage_bytes', 104_857_600 - image.size);
  const counts = await atOnce(async () => {
    const form = new FormData();
    form.set('file', image, 'a.jpg');
    return ws.api.post('/v1/media/upload', form);
  });
  expect(counts).toEqual({ 201: 1, '413 storage_quota_exceeded': AT_ONCE - 1 });
  expect(await held(ws.tenantId)).toMatchObject({
    storage_bytes: String(104_857_600),
    storage_reserved_bytes: '0',
    media_count: 1,
  });
});
