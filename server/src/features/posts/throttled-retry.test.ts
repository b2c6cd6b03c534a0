import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { fault, longThrottle, refusal, targetsOn, unpause, usageOf, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
});
afterAll(() => service?.close());

test('a retry that is throttled everywhere is free, although other copies were published before', async () => {
  await fault(ws, 'mastodon', refusal);
  const post = { text: 'Half of it', targets: targetsOn(ws, 'twitter', 'mastodon'), publish_now: true };
  const { body } = await ws.api.post('/v1/posts', post, waiting);
  expect(body.status).toBe('partial');
  const { posts } = await usageOf(ws.api);
  const retry = () => ws.api.post(`/v1/posts/${body.id}/retry`, undefined, waiting);

  await fault(ws, 'mastodon', longThrottle);
  expect((await retry()).body).toMatchObject({
    status: 'partial',
    targets: [{}, { error: { category: 'rate_limit' } }],
  });
  expect((await usageOf(ws.api)).posts).toBe(posts);

  await unpause(service, ws);
  expect((await retry()).body.status).toBe('published');
  expect((await usageOf(ws.api)).posts).toBe(posts + 1);
});
