import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { accountOf, comment, eventsOf, keyMadeBy, targetsOn, visitor, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let planner: Client;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'facebook', 'instagram', 'bluesky'] });
  planner = await keyMadeBy(ws.api, service, { sending: 'held' });
});
afterAll(() => service?.close());

test('what waits is withdrawn when its account, item or post is gone', async () => {
  const publish = async (platform: string): Promise<Body> =>
    (
      await ws.api.post(
        '/v1/posts',
        { text: `On ${platform}`, targets: targetsOn(ws, platform), publish_now: true },
        waiting,
      )
    ).body;
  let said = '';
  const answerTo = async (post: Body): Promise<string> => {
    const { platform, account_id, platform_post_id } = post.targets[0];
    said = await comment(ws, platform, platform_post_id, `About ${post.id}`);
    const path = `/v1/inbox/comments/${post.id}`;
    const { data } = (await ws.api.get(`${path}?account_id=${account_id}`)).body;
    const { body } = await planner.post(path, { text: `To ${post.id}`, comment_id: data[0].id, account_id });
    return body.held_id;
  };
  const [kept, deleted, other] = [await publish('facebook'), await publish('mastodon'), await publish('bluesky')];
  const toDeleted = await answerTo(deleted);
  const toGone = await answerTo(kept);
  await visitor(ws, 'instagram', 'message', { text: 'Open?' });
  const chat = await until(async () => (await ws.api.get('/v1/inbox/conversations')).body.data[0], 'it arrives');
  const message = (await planner.post(`/v1/inbox/conversations/${chat.id}/messages`, { text: 'Yes' })).body.held_id;
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const draft = (await planner.post('/v1/posts', { text: 'Later', targets: targetsOn(ws, 'bluesky'), scheduled_at }))
    .body;
  const edit = (await planner.post(`/v1/posts/${other.id}/unpublish`, {})).body.held_id;
  const before = (await ws.control('GET', 'calls?operation=reply')).calls.length;

  await visitor(ws, 'facebook', 'delete', { id: said });
  await ws.api.delete(`/v1/posts/${deleted.id}`);
  await ws.api.delete(`/v1/accounts/${accountOf(ws, 'instagram').id}`);
  await ws.api.delete(`/v1/accounts/${accountOf(ws, 'bluesky').id}`);
  const ids = [toGone, toDeleted, message, draft.held.id, edit];
  const states = async () =>
    Promise.all(ids.map(async (id) => (await ws.api.get(`/v1/held/${id}`)).body.state as string));
  await until(async () => (await states()).every((state) => state === 'withdrawn'), 'all are withdrawn').catch(
    async (error) => {
      throw new Error(`${error}: ${await states()}`);
    },
  );
  const end = (await ws.api.get(`/v1/posts/${draft.id}`)).body;
  expect([end.status, end.held, end.scheduled_at]).toEqual(['draft', undefined, undefined]);
  const events = (await eventsOf(ws.api)).filter(({ type }) => type === 'held.withdrawn');
  expect(new Set(events.map(({ metadata }) => metadata.held_id))).toEqual(new Set(ids));
  expect((await ws.control('GET', 'calls?operation=reply')).calls).toHaveLength(before);
});
