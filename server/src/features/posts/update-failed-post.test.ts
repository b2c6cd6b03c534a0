import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { callsOf, fault, ledgerOf, rejection, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'telegram'] });
});
afterAll(() => service?.close());

test('retry_post publishes the targets that a failed post was given instead of its own', async () => {
  await fault(ws, 'mastodon', rejection);
  const sent = { text: 'Rejected there, taken here', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const { body: post } = await ws.api.post('/v1/posts', sent, waiting);
  expect(post.status).toBe('failed');
  const replaced = await ws.api.patch(`/v1/posts/${post.id}`, { targets: targetsOn(ws, 'twitter') });
  expect(replaced).toMatchObject({ status: 200, body: { status: 'failed', targets: [{ platform: 'twitter' }] } });
  const retried = await ws.api.post(`/v1/posts/${post.id}/retry`, {}, waiting);
  expect(retried).toMatchObject({
    status: 200,
    body: { status: 'published', targets: [{ platform: 'twitter', status: 'published' }] },
  });
  const texts = (await ledgerOf(ws, 'twitter')).map(({ text }) => text);
  expect(texts).toEqual(['Rejected there, taken here']);
});

describe('update_post of a failed post with an unconfirmed target', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const publishUnconfirmed = async (text: string) => {
    await fault(ws, 'telegram', { kind: 'accept_drop' });
    const sent = { text, targets: targetsOn(ws, 'telegram'), publish_now: true };
    const { body } = await ws.api.post('/v1/posts', sent, waiting);
    expect(body).toMatchObject({ status: 'failed', targets: [{ status: 'unconfirmed' }] });
    return body;
  };

  test('rejects another time and other targets, because it may be published', async () => {
    const post = await publishUnconfirmed('Perhaps published');
    const calls = (await callsOf(ws, 'telegram', 'publish')).length;
    const before = await rowsOf(service, ws.tenantId);
    for (const change of [{ scheduled_at: inHours(5) }, { targets: targetsOn(ws, 'twitter') }])
      expect(await ws.api.patch(`/v1/posts/${post.id}`, change)).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail_code: 'post.state_invalid' },
      });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    expect(await callsOf(ws, 'telegram', 'publish')).toHaveLength(calls);
  });
});
