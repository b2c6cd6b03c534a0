import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { fault, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

test('an edit that the platform delayed does not undo a later edit', async () => {
  const sent = { text: 'Before the edits', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const { body: post } = await ws.api.post('/v1/posts', sent, waiting);
  expect(post.status).toBe('published');
  const patch = (text: string) => ws.api.patch(`/v1/posts/${post.id}`, { text });
  // Mastodon is asked for the status before it is edited.
  await fault(ws, 'mastodon', { kind: 'server_error', operation: 'get_post' });
  const first = patch('The first edit');
  const putOff = `update actions set due_at = now() + interval '1 hour' where post_id = $1 and kind = 'edit' and status = 'publishing'
    and exists (select from journal_of(actions) t where t.state = 'not_sent') returning 1`;
  await until(async () => (await service.sql(putOff, [post.id])).length > 0, 'the first edit is put off');
  expect(await patch('The second edit')).toMatchObject({ status: 200, body: { text: 'The second edit' } });

  await service.sql(
    `with late as (
       update actions set due_at = now() where post_id = $1 and kind = 'edit' and status = 'publishing' returning tenant_id, account_id
     )
     update accounts a set next_due_at = now() from late where a.tenant_id = late.tenant_id and a.id = late.account_id`,
    [post.id],
  );
  const open = `select 1 from actions where post_id = $1 and kind = 'edit' and status = 'publishing'`;
  await until(async () => (await service.sql(open, [post.id])).length === 0, 'the first edit has ended too');
  await first;
  const { body: after } = await ws.api.get(`/v1/posts/${post.id}`);
  expect([after.text, after.targets[0].text ?? after.text]).toEqual(['The second edit', 'The second edit']);
  expect((await ledgerOf(ws, 'mastodon', 'edit')).at(-1)).toMatchObject({ text: 'The second edit' });
});
