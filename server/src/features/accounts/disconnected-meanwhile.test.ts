import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, until } from '../../../test/harness.ts';
import { hold, inOrder } from '../../../test/held-row.ts';
import { accountOf, eventsOf, fault, heldCall, targetsOn } from '../../../test/steps.ts';
import { importCsv } from '../posts/import/import-posts.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const fresh = () => service.workspace({ platforms: ['mastodon'] });

test('a target whose account is disconnected during a call that is throttled ends at once', async () => {
  const ws = await fresh();
  await fault(ws, 'mastodon', { kind: 'hold', when: 'before' });
  await fault(ws, 'mastodon', { kind: 'throttle', retry_after_seconds: 600 });
  const sent = { text: 'Its account goes', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const { id } = (await ws.api.post('/v1/posts', sent)).body;
  const call = await heldCall(ws);
  expect((await ws.api.delete(`/v1/accounts/${accountOf(ws, 'mastodon').id}`)).status).toBe(204);
  await ws.control('POST', `held/${call}/release`, {});
  const read = async () => (await ws.api.get(`/v1/posts/${id}`)).body;
  await until(async () => (await read()).status === 'failed', 'the post has ended');
  expect((await read()).targets).toMatchObject([
    { status: 'failed', error: { code: expect.stringMatching(/connect/) } },
  ]);
  expect((await eventsOf(ws.api, id)).map(({ type }) => type)).toEqual(['post.failed']);
});

test('import_posts makes nothing that waits for an account that is disconnected meanwhile', async () => {
  const ws = await fresh();
  const { id } = accountOf(ws, 'mastodon');
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const file = `text,account_ids,scheduled_at\nFor an account that goes,${id},${at}\n`;
  const [disconnected, imported] = await inOrder(service, 'accounts', id, [
    () => ws.api.delete(`/v1/accounts/${id}`),
    () => importCsv(service, ws.api, file),
  ]);
  expect(disconnected?.status).toBe(204);
  const isRejected = imported?.status === 200 ? imported.body.failed === 1 : (imported?.status ?? 0) >= 400;
  expect(isRejected, imported?.text).toBe(true);
  expect(imported?.status, imported?.text).toBeLessThan(500);
  const waiting = `select 1 from actions where account_id = $1 and (due_at is not null or status in ('pending', 'publishing'))`;
  expect(await service.sql(waiting, [id])).toEqual([]);
  expect((await ws.api.get('/v1/posts?status=scheduled')).body.data).toEqual([]);
});

test('disconnect_account revokes the access that a refresh brings meanwhile', async () => {
  const ws = await fresh();
  const { id } = accountOf(ws, 'mastodon');
  const revocations = async () =>
    (await ws.control('GET', 'calls?platform=mastodon&operation=other')).calls.filter(({ path }: Body) =>
      path.includes('revoke'),
    ).length;
  const before = await revocations();
  const [{ credentials }] = await service.sql('select credentials from accounts where id = $1', [id]);
  await service.sql(`update accounts set credentials = 'from before' where id = $1`, [id]);
  const refresh = await hold(service, 'update accounts set credentials = $2 where id = $1', [id, credentials]);
  const answer = ws.api.delete(`/v1/accounts/${id}`);
  await refresh.waiting(1);
  await refresh.release();
  expect((await answer).status).toBe(204);
  expect(await revocations()).toBe(before + 1);
});

test('access that is noted while older access of the account is revoked is kept, to be revoked too', async () => {
  const ws = await fresh();
  const { id } = accountOf(ws, 'mastodon');
  await ws.control('POST', 'faults', { kind: 'hold', when: 'before', platform: 'mastodon', operation: 'other' });
  const answer = ws.api.delete(`/v1/accounts/${id}`);
  const call = await heldCall(ws);
  await service.sql(`update revocations set credentials = 'newer' where id = $1`, [id]);
  await ws.control('POST', `held/${call}/release`, {});
  expect((await answer).status).toBe(204);
  expect((await service.sql('select credentials from revocations where id = $1', [id]))[0]?.credentials).toBe('newer');
});
