import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter'] });
  await ws.control('PUT', 'settings', { duplicate_rules: false });
});
afterAll(() => service?.close());

test('a post that is listed only after a resend is adopted and not sent again', async () => {
  const account = ws.accounts.twitter as { id: string; platformId: string };
  const targets = [{ account_id: account.id }];
  const { id } = (await ws.api.post('/v1/posts', { text: 'Late to show', targets, publish_now: true })).body;
  const target = async () => (await ws.api.get(`/v1/posts/${id}`)).body.targets[0];
  const published = await until(async () => {
    const found = await target();
    return found.status === 'published' && found;
  }, 'it is published');

  // As if the response had been lost, both lookups had found nothing, and the worker had died in the resend.
  await service.sql(
    `with again as (
       update actions set status = 'publishing', state = 'reconciling', platform_id = null, permalink = null, resend_count = 1, lookup_count = 1,
         intent_at = now() + interval '100 seconds', due_at = now() where post_id = $1 returning tenant_id, account_id
     )
     update accounts a set next_due_at = now() from again where a.tenant_id = again.tenant_id and a.id = again.account_id`,
    [id],
  );
  await until(async () => (await target()).status === 'published', 'the doubt is cleared up');
  expect((await target()).platform_post_id).toBe(published.platform_post_id);
  const { entries } = await ws.control('GET', `ledger?account=${account.platformId}`);
  expect(entries).toHaveLength(1);
});
