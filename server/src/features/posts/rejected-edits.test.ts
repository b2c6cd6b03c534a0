import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { fault, rejection, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['facebook', 'mastodon'] });
});
afterAll(() => service?.close());

async function published(text: string, ...platforms: ('facebook' | 'mastodon')[]): Promise<string> {
  const post = { text, targets: targetsOn(ws, ...platforms), publish_now: true };
  return (await ws.api.post('/v1/posts', post, waiting)).body.id;
}
const edit = (id: string, text: string) => ws.api.patch(`/v1/posts/${id}`, { text });
const textOf = async (id: string) => (await ws.api.get(`/v1/posts/${id}`)).body.text;

test('a throttled edit is a 429 with the time to wait, and the post keeps its text', async () => {
  const id = await published('Before the throttle', 'facebook');
  await fault(ws, 'facebook', { kind: 'throttle', retry_after_seconds: 45, operation: 'edit_post' });
  const { status, body } = await edit(id, 'Throttled');
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'platform_rate_limit' });
  expect(body.meta.retry_after).toBeGreaterThan(30);
  expect(await textOf(id)).toBe('Before the throttle');
});

test('an edit that no platform accepts changes nothing; one that some accept becomes the post’s text', async () => {
  const id = await published('Before the rejection', 'mastodon');
  await fault(ws, 'mastodon', { ...rejection, operation: 'edit_post' });
  expect(await edit(id, 'Rejected')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(await textOf(id)).toBe('Before the rejection');
  expect(await edit(id, 'Taken')).toMatchObject({ status: 200, body: { text: 'Taken' } });
  expect(await textOf(id)).toBe('Taken');
});
