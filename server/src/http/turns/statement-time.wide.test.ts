import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, targetOf } from '../../../test/harness.ts';
import { hold, holdRow } from '../../../test/held-row.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ STATEMENT_SECONDS: '1', POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

const unavailable = { status: 503, code: 'unavailable', retryAfter: '5' };

function toShown({ status, body, headers }: Awaited<ReturnType<TestWorkspace['api']['get']>>) {
  return { status, code: body.code, retryAfter: headers.get('retry-after') };
}

test('a write whose statement runs out of time is 503 and changes nothing; the same request works afterwards', async () => {
  const { body: post } = await ws.api.post('/v1/posts', { text: 'Before' });
  const row = await holdRow(service, 'posts', post.id);
  const headers = { 'idempotency-key': 'change-once' };
  const change = () => ws.api.patch(`/v1/posts/${post.id}`, { text: 'After' }, { headers });
  expect(toShown(await change())).toEqual(unavailable);
  expect((await ws.api.get(`/v1/posts/${post.id}`)).body.text).toBe('Before');
  await row.release();
  const { status, body } = await change();
  expect({ status, text: body.text }).toEqual({ status: 200, text: 'After' });
});

test('a creation that waits for the row of its tenant leaves no post and no charge', async () => {
  const usage = async () => (await ws.api.get('/v1/usage')).body;
  const before = { usage: await usage(), posts: (await ws.api.get('/v1/posts')).body.data.length };
  const held = await hold(service, 'select 1 from tenants where tenant_id = $1 for update', [ws.tenantId]);
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const options = { text: 'Held', scheduled_at: scheduledAt, targets: [targetOf(ws.accounts.mastodon)] };
  expect(toShown(await ws.api.post('/v1/posts', options))).toEqual(unavailable);
  await held.release();
  expect({ usage: await usage(), posts: (await ws.api.get('/v1/posts')).body.data.length }).toEqual(before);
});

test('a read whose statement runs out of time is 503', async () => {
  const held = await hold(service, 'lock table posts in access exclusive mode', []);
  expect(toShown(await ws.api.get('/v1/posts'))).toEqual(unavailable);
  await held.release();
  expect((await ws.api.get('/v1/posts')).status).toBe(200);
});
