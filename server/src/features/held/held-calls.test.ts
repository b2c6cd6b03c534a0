import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { signedIn } from '../../../test/people.ts';
import { accountOf, comment, fault, keyMadeBy, rejection, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
});
afterAll(() => service?.close());

test('the audit log tells who asked for what waits, and who decided, also of keys', async () => {
  const account_id = accountOf(ws, 'mastodon').id;
  const lead = await signedIn(service, ws, { role: 'admin' });
  const [planner, approver] = [
    await keyMadeBy(ws.api, service, { sending: 'held' }),
    await keyMadeBy(lead, service, { can_approve: true }),
  ];
  const trainee = await signedIn(service, ws, { role: 'responder', sending: 'held' });
  const request = { text: 'Cake', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const post = (await ws.api.post('/v1/posts', request, waiting)).body;
  await comment(ws, 'mastodon', post.targets[0].platform_post_id, 'Is there any left?');
  const path = `/v1/inbox/comments/${post.id}`;
  const [{ id: comment_id }] = (await ws.api.get(`${path}?account_id=${account_id}`)).body.data;
  const asked: Body = {
    reply: (await trainee.post(path, { text: 'Two.', comment_id, account_id })).body.held_id,
    unpublish_post: (await planner.post(`/v1/posts/${post.id}/unpublish`, {})).body.held_id,
    create_post: (await planner.post('/v1/posts', { ...request, text: 'Bread' })).body.held.id,
  };
  const decide = async (by: Client, id: string) => {
    const { fingerprint } = (await lead.get(`/v1/held/${id}`)).body;
    return (await by.post(`/v1/held/${id}/approve`, { fingerprint }, waiting)).status;
  };
  expect([await decide(lead, asked.reply), await decide(approver, asked.create_post)]).toEqual([200, 201]);
  await lead.post(`/v1/held/${asked.unpublish_post}/reject`, {});

  const { data } = (await ws.api.get('/v1/audit?limit=100')).body;
  const tells = (actor: string, action: string, more: object) =>
    expect(data.filter((entry: Body) => entry.actor.id === actor && entry.action === action)).toMatchObject([more]);
  tells(trainee.userId, 'reply', { changes: { held_id: [null, asked.reply] } });
  tells(planner.id, 'unpublish_post', { resource_id: post.id, changes: { held_id: [null, asked.unpublish_post] } });
  tells(planner.id, 'create_post', { changes: { held_id: [null, asked.create_post] } });
  tells(lead.userId, 'approve_held', { resource_type: 'held', resource_id: asked.reply });
  tells(lead.userId, 'reject_held', { resource_id: asked.unpublish_post });
  tells(approver.id, 'approve_held', { resource_id: asked.create_post });
});

test('the response of what waits shows only what is true', async () => {
  const planner = await keyMadeBy(ws.api, service, { sending: 'held' });
  const request = { text: 'Tart', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const { id } = (await ws.api.post('/v1/posts', request, waiting)).body;
  const path = `/v1/posts/${id}`;
  const waits = { status: 'waiting', held_id: expect.any(String) };
  expect((await planner.post(`${path}/unpublish`, {})).body).toEqual({
    success: true,
    unpublished_count: 0,
    results: [],
    ...waits,
  });
  expect((await planner.delete(path)).body).toEqual({ success: true, deleted: false, results: [], ...waits });
  const { held: _held, ...before } = (await ws.api.get(path)).body;
  const { held, warnings: _warnings, ...shown } = (await planner.patch(path, { text: 'Other tart' })).body;
  expect(held).toMatchObject({ kind: 'edit', state: 'waiting' });
  expect(shown).toEqual({ ...before, updated_at: expect.any(String) });

  await fault(ws, 'mastodon', rejection);
  const failed = (await ws.api.post('/v1/posts', { ...request, text: 'Pie' }, waiting)).body;
  expect(failed.status).toBe('failed');
  const retried = await planner.post(`/v1/posts/${failed.id}/retry`, {});
  expect(retried).toMatchObject({ status: 202, body: { status: 'failed', retry_count: 0, held: { kind: 'retry' } } });
});
