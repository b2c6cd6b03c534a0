import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, targetOf } from './harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service.close());

test('a database without room answers writes with 507, and the same key works when there is room', async () => {
  const { api, accounts } = await service.workspace({ platforms: ['mastodon'] });
  await service.sql(`create function no_room() returns trigger language plpgsql as $$ begin
    raise 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full'; end $$`);
  await service.sql('create trigger no_room before insert on posts for each row execute function no_room()');
  const post = () =>
    api.post(
      '/v1/posts',
      { text: 'Later', targets: [targetOf(accounts.mastodon)], publish_now: true },
      { headers: { 'idempotency-key': 'later' } },
    );
  const rejected = await post();
  expect(rejected).toMatchObject({ status: 507, body: { code: 'storage_unavailable', meta: { retry_after: 30 } } });
  expect(rejected.headers.get('retry-after')).toBe('30');
  expect((await api.get('/v1/posts')).status).toBe(200);
  const ready = await fetch(`${service.url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ status: 'not_ready', storage: 'full', database: 'ok' });

  await service.sql('drop trigger no_room on posts');
  expect((await post()).status).toBe(201);
});
