import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { deadlocksOf, holdRow } from '../../../test/held-row.ts';
import { accountOf, fault, heldCall, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'telegram'] });
});
afterAll(() => service?.close());

const statusOf = async (id: string) => (await ws.api.get(`/v1/posts/${id}`)).body.status;

test('publish_post and a worker that starts one of the targets do not deadlock', async () => {
  const accounts = ['mastodon', 'telegram'].map((platform) => accountOf(ws, platform).id);
  const [first, last] = accounts.toSorted() as [string, string];
  // The targets stand in the other order than the locks of their accounts.
  const targets = [last, first].map((account_id) => ({ account_id }));
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = (await ws.api.post('/v1/posts', { text: 'Early and on time', targets, scheduled_at })).body;
  await service.sql('update actions set due_at = now() where post_id = $1', [id]);
  const row = await holdRow(service, 'accounts', first);
  const publishing = ws.api.post(`/v1/posts/${id}/publish`, undefined, waiting);
  await row.waiting(1);
  await service.sql('update accounts set next_due_at = now() where id = $1', [last]);
  await row.waiting(2);
  await row.release();
  // The worker was first with one of the targets.
  expect([201, 409]).toContain((await publishing).status);
  await service.sql('update accounts set next_due_at = now() where id = $1', [first]);
  await until(async () => (await statusOf(id)) === 'published', 'it is published');
  for (const platform of ['mastodon', 'telegram']) expect(await ledgerOf(ws, platform)).toHaveLength(1);
  expect(await deadlocksOf(service)).toBe(0);
});

test('an edit and the settlement of the edit before it do not deadlock', async () => {
  const post = { text: 'Not edited', targets: targetsOn(ws, 'telegram'), publish_now: true };
  const { id } = (await ws.api.post('/v1/posts', post, waiting)).body;
  expect(await statusOf(id)).toBe('published');
  const edit = (text: string) => ws.api.patch(`/v1/posts/${id}`, { text });
  await fault(ws, 'telegram', { kind: 'hold', operation: 'edit_post', when: 'after' });
  const first = edit('Edited once');
  const call = await heldCall(ws);
  const row = await holdRow(service, 'accounts', accountOf(ws, 'telegram').id);
  await ws.control('POST', `held/${call}/release`, {});
  await row.waiting(1);
  const second = edit('Edited twice');
  await row.waiting(2);
  await row.release();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  expect((await ws.api.get(`/v1/posts/${id}`)).body).toMatchObject({
    text: 'Edited twice',
    targets: [{ text: 'Edited twice' }],
  });
  expect(await deadlocksOf(service)).toBe(0);
});
