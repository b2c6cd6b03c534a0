import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { fault, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['telegram', 'mastodon'] });
});
afterAll(() => service?.close());

/** A post to Telegram whose answer was lost, which nobody can look up there. */
async function publishUnconfirmed(text: string, ...others: 'mastodon'[]) {
  await fault(ws, 'telegram', { kind: 'accept_drop' });
  return ws.api.post('/v1/posts', { text, targets: targetsOn(ws, 'telegram', ...others), publish_now: true }, waiting);
}

test('a post that may be published is not reported as failed', async () => {
  const { status, body } = await publishUnconfirmed('Perhaps');
  expect(status).toBe(207);
  expect(body).not.toHaveProperty('code');
  expect(body.targets).toMatchObject([
    { status: 'unconfirmed', error: { message: expect.stringMatching(/\. This platform cannot be asked/) } },
  ]);
});

test.each([[], ['mastodon']] as const)(
  'its text cannot change until the target is resolved: beside %j',
  async (...others) => {
    const { body } = await publishUnconfirmed(`As it was sent ${others.length}`, ...others);
    const change = () => ws.api.patch(`/v1/posts/${body.id}`, { text: 'Never sent' });
    expect(await change()).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail_code: 'post.state_invalid', meta: { resource: 'target' } },
    });
    expect((await ws.api.get(`/v1/posts/${body.id}`)).body.text).toBe(body.text);
    expect((await ws.api.patch(`/v1/posts/${body.id}`, { hidden: true })).status).toBe(200);
    const account = targetsOn(ws, 'telegram')[0]?.account_id;
    await ws.api.post(`/v1/posts/${body.id}/targets/${account}/resolve`, { outcome: 'not_published' });
    expect((await change()).status).toBe(200);
  },
);
