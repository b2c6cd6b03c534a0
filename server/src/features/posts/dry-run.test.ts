import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { fault, rejection, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const post = (text: string, more: object = {}) => ({ text, targets: targetsOn(ws, 'mastodon'), ...more });

test('a dry run of publish, retry and update returns the status that would follow and its cost', async () => {
  const { body: draft } = await ws.api.post('/v1/posts', post('A draft'));
  const { body: scheduled } = await ws.api.post('/v1/posts', post('Scheduled', { scheduled_at: tomorrow }));
  await fault(ws, 'mastodon', rejection);
  const { body: failed } = await ws.api.post('/v1/posts', post('Failed', { publish_now: true }), waiting);
  const before = await rowsOf(service, ws.tenantId);
  const dryRun = async (call: Promise<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await call;
    return [status, body.dry_run, body.status, body.cost];
  };
  const publish = (id: string) => ws.api.post(`/v1/posts/${id}/publish?dry_run=true`);
  const schedule = (id: string) => ws.api.patch(`/v1/posts/${id}?dry_run=true`, { scheduled_at: tomorrow });
  expect(await dryRun(publish(draft.id))).toEqual([200, true, 'publishing', { posts: 1 }]);
  expect(await dryRun(publish(scheduled.id))).toEqual([200, true, 'publishing', { posts: 0 }]);
  expect(await dryRun(ws.api.post(`/v1/posts/${failed.id}/retry?dry_run=true`))).toEqual([
    200,
    true,
    'publishing',
    { posts: 1 },
  ]);
  expect(await dryRun(schedule(draft.id))).toEqual([200, true, 'scheduled', { posts: 1 }]);
  expect(await dryRun(schedule(scheduled.id))).toEqual([200, true, 'scheduled', { posts: 0 }]);
  expect(await rowsOf(service, ws.tenantId)).toEqual(before);
});

test('a dry run has the counts and previews that validation has, and other responses have none', async () => {
  const body = post('See https://a.example #one', { first_comment: 'More' });
  const { counts, previews } = (await ws.api.post('/v1/posts/validate', body)).body;
  expect(counts.map(({ field, length, limit }: Record<string, unknown>) => [field, length, limit])).toEqual([
    ['text', 32, 500],
    ['first_comment', 4, 500],
  ]);
  expect(previews[0].account_id).toBe(ws.accounts.mastodon?.id);
  const created = await ws.api.post('/v1/posts?dry_run=true', { ...body, publish_now: true });
  expect(created.body).toMatchObject({ counts, previews, cost: { posts: 1 } });
  const { body: draft } = await ws.api.post('/v1/posts', body);
  expect(draft).not.toHaveProperty('counts');
  expect(draft).not.toHaveProperty('previews');
  const updated = await ws.api.patch(`/v1/posts/${draft.id}?dry_run=true`, { text: 'See it' });
  expect(updated.body.previews[0].parts[0].text).toBe('See it');
  expect((await ws.api.post(`/v1/posts/${draft.id}/publish?dry_run=true`)).body).toMatchObject({ counts, previews });
  const published = (await ws.api.post(`/v1/posts/${draft.id}/publish`, undefined, waiting)).body;
  expect([published.status, 'previews' in published]).toEqual(['published', false]);
  const edited = await ws.api.patch(`/v1/posts/${draft.id}?dry_run=true`, { text: 'Edited' });
  expect(edited.body).toMatchObject({ text: body.text, previews: [{ parts: [{ text: 'Edited' }] }] });
});

test('an unknown account names its field', async () => {
  const targets = [...targetsOn(ws, 'mastodon'), { account_id: 'acc_00000000000000000000000000' }];
  expect(await ws.api.post('/v1/posts', { text: 'Nobody', targets })).toMatchObject({
    status: 404,
    body: { code: 'account_not_found', meta: { field: 'targets.1.account_id' } },
  });
});
