import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, fault, longThrottle, targetsOn, waiting } from '../../../test/steps.ts';

const PLATFORMS = ['twitter', 'mastodon', 'linkedin_page'] as const;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: PLATFORMS });
});
afterAll(() => service?.close());

const publish = (platform: string, text: string) =>
  ws.api.post('/v1/posts', { text, targets: targetsOn(ws, platform), publish_now: true }, waiting);

test.each(PLATFORMS)('reply_to_comment: Retry-After is the short pause that %s asked for', async (platform) => {
  const { body: post } = await publish(platform, `On ${platform}`);
  // A reply is a post of its own on some platforms.
  const operation = platform === 'linkedin_page' ? 'reply' : 'publish';
  await fault(ws, platform, { kind: 'throttle', retry_after_seconds: 5, operation });
  const reply = { account_id: accountOf(ws, platform).id, text: 'Too fast' };
  const answer = await ws.api.post(`/v1/inbox/comments/${post.targets[0].platform_post_id}`, reply);
  expect(answer).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  // Some platforms tell the end of the pause in whole seconds.
  expect(seconds).toBeLessThanOrEqual(6);
  expect(answer.body.meta.retry_after).toBe(seconds);
  await service.sql(`update accounts set not_before = '-infinity'`);
});

test('create_post: a post that its platform throttled for long has a Retry-After too', async () => {
  await fault(ws, 'mastodon', longThrottle);
  const answer = await publish('mastodon', 'Throttled for two hours');
  expect(answer).toMatchObject({ status: 429, body: { code: 'platform_rate_limit', status: 'failed' } });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(7000);
  expect(seconds).toBeLessThanOrEqual(7201);
});
