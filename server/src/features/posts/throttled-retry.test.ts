import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import {
  accountOf,
  fault,
  longThrottle,
  rejection,
  targetsOn,
  unpause,
  usageOf,
  waiting,
} from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
});
afterAll(() => service?.close());

test('a retry that is throttled everywhere is free, although other copies were published before', async () => {
  await fault(ws, 'mastodon', rejection);
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

test('a retry publishes what it can when the account of another failed target was disconnected', async () => {
  for (const platform of ['twitter', 'mastodon']) await fault(ws, platform, rejection);
  const post = { text: 'Nowhere yet', targets: targetsOn(ws, 'twitter', 'mastodon'), publish_now: true };
  const { body } = await ws.api.post('/v1/posts', post, waiting);
  expect((await ws.api.delete(`/v1/accounts/${accountOf(ws, 'mastodon').id}`)).status).toBeLessThan(300);
  const retried = await ws.api.post(`/v1/posts/${body.id}/retry`, undefined, waiting);
  expect(retried, retried.text).toMatchObject({
    status: 200,
    body: {
      status: 'partial',
      targets: [{ status: 'published' }, { status: 'failed', error: { code: 'reconnection_required' } }],
    },
  });
});
