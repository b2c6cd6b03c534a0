import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/harness.ts';
import { callsOf, fault, targetsOn, waiting } from '../../test/steps.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

test.each([
  ['is cut in the middle of a character', `${'x'.repeat(299)}😀 and on`],
  ['came with half of a character', 'Not this \ud83d one'],
])('a rejection whose text %s fails its target after one call', async (_, error) => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  await fault(ws, 'mastodon', { kind: 'body', status: 422, body: { error }, times: 100 });
  const post = { text: 'Rejected in strange words', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const { body } = await ws.api.post('/v1/posts', post, waiting);
  expect(body).toMatchObject({ status: 'failed', targets: [{ status: 'failed', error: { code: 'rejected' } }] });
  expect(await callsOf(ws, 'mastodon', 'publish')).toHaveLength(1);
});
