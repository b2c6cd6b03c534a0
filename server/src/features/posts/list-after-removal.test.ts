import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, eventsOf, fault, rejection, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
});
afterAll(() => service?.close());

const read = async (id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;

async function publish(text: string, targets: readonly object[]): Promise<Body> {
  return (await ws.api.post('/v1/posts', { text, targets, publish_now: true }, waiting)).body;
}

test('list_posts does not find a post by a removed copy', async () => {
  const post = await publish('Taken down from one of two', targetsOn(ws, 'twitter', 'mastodon'));
  const mastodon = accountOf(ws, 'mastodon').id;
  const idsBy = async (filter: string) =>
    (await ws.api.get(`/v1/posts?limit=100&${filter}`)).body.data.map(({ id }: Body) => id);
  for (const filter of [`account_id=${mastodon}`, 'platform=mastodon']) expect(await idsBy(filter)).toContain(post.id);
  expect((await ws.api.post(`/v1/posts/${post.id}/unpublish`, { account_id: mastodon })).status).toBe(200);
  expect((await read(post.id)).targets).toMatchObject([
    { platform: 'twitter', status: 'published' },
    { platform: 'mastodon', status: 'unpublished' },
  ]);
  for (const filter of [`account_id=${mastodon}`, 'platform=mastodon'])
    expect(await idsBy(filter), filter).not.toContain(post.id);
  expect(await idsBy('platform=twitter')).toContain(post.id);
});

test('a post with only cancelled targets is cancelled, whatever was removed before', async () => {
  const [leaving] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
  await fault(ws, 'twitter', rejection);
  const target = { account_id: leaving?.id };
  const { id, status } = await publish('Left behind', [target, ...targetsOn(ws, 'twitter')]);
  expect(status).toBe('partial');
  expect((await ws.api.post(`/v1/posts/${id}/unpublish`)).status).toBe(200);
  expect((await read(id)).status).toBe('failed');

  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await ws.api.patch(`/v1/posts/${id}`, { scheduled_at, targets: [target] });
  expect(body.status).toBe('scheduled');
  expect((await ws.api.delete(`/v1/accounts/${leaving?.id}`)).status).toBe(204);
  expect(await read(id)).toMatchObject({ status: 'cancelled', targets: [{ status: 'cancelled' }] });
});

test('post.deleted carries the post’s status before its deletion', async () => {
  await fault(ws, 'mastodon', rejection);
  const { id, status } = await publish('A partial post that goes', targetsOn(ws, 'mastodon', 'twitter'));
  expect(status).toBe('partial');
  expect((await ws.api.delete(`/v1/posts/${id}`)).body).toMatchObject({ success: true, deleted: true });
  const event = (await eventsOf(ws.api, id)).find(({ type }) => type === 'post.deleted');
  expect(event).toMatchObject({ metadata: { post_id: id, was_status: 'partial' } });
});

test('delete_post of one platform keeps a draft without targets', async () => {
  const { body: draft } = await ws.api.post('/v1/posts', { text: 'Nowhere yet' });
  const { status, body } = await ws.api.delete(`/v1/posts/${draft.id}?platform=mastodon`);
  expect({ status, body }).toEqual({ status: 200, body: { success: true, deleted: false, results: [] } });
  const { warnings: _none, ...stored } = draft;
  expect(await read(draft.id)).toEqual(stored);
});
