import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { inOrder } from '../../../test/held-row.ts';
import { eventsOf, fault, heldCall, ledgerOf, rejection, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'telegram'] });
});
afterAll(() => service?.close());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const read = async (id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;
const patch = (id: string, change: object) => ws.api.patch(`/v1/posts/${id}`, change);
const platformsOf = (post: Body) => post.targets.map(({ platform }: Body) => platform);

async function schedule(text: string): Promise<Body> {
  const post = { text, targets: targetsOn(ws, 'twitter'), scheduled_at: inHours(5) };
  return (await ws.api.post('/v1/posts', post)).body;
}

async function publish(text: string, ...platforms: string[]): Promise<Body> {
  const post = { text, targets: targetsOn(ws, ...platforms), publish_now: true };
  return (await ws.api.post('/v1/posts', post, waiting)).body;
}

describe('two edits of a waiting post at once', () => {
  test('both take effect in either order', async () => {
    for (const isTextFirst of [true, false]) {
      const post = await schedule(`Wrong price ${isTextFirst}`);
      const changes = [{ text: `Right price ${isTextFirst}` }, { scheduled_at: inHours(9) }];
      const ordered = isTextFirst ? changes : changes.toReversed();
      const requests = ordered.map((change) => () => patch(post.id, change));
      const answers = await inOrder(service, 'posts', post.id, requests);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await read(post.id)).toMatchObject({ status: 'scheduled', ...Object.assign({}, ...changes) });
    }
  });

  test('targets that one edit replaces do not return with the other', async () => {
    const post = await schedule('On another platform');
    const later = inHours(9);
    const [first, second] = await inOrder(service, 'posts', post.id, [
      () => patch(post.id, { targets: targetsOn(ws, 'mastodon') }),
      () => patch(post.id, { scheduled_at: later }),
    ]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(platformsOf(second?.body)).toEqual(['mastodon']);
    const after = await read(post.id);
    expect([platformsOf(after), after.scheduled_at]).toEqual([['mastodon'], later]);
  });

  test('both take effect without a delay', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const post = await schedule(`Old ${turn}`);
      const changes = { text: `New ${turn}`, scheduled_at: inHours(9) };
      const { text, scheduled_at } = changes;
      const answers = await Promise.all([patch(post.id, { text }), patch(post.id, { scheduled_at })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await read(post.id)).toMatchObject(changes);
    }
  });
});

test('the text of a post whose retry has just started does not change', async () => {
  await fault(ws, 'mastodon', rejection);
  const post = await publish('Sent again as it was', 'telegram', 'mastodon');
  expect(post.status).toBe('partial');
  await fault(ws, 'mastodon', { kind: 'hold', when: 'before' });
  const [retried, edited] = await inOrder(service, 'posts', post.id, [
    () => ws.api.post(`/v1/posts/${post.id}/retry`, {}),
    () => patch(post.id, { text: 'Another text' }),
  ]);
  expect([retried?.status, retried?.body.status]).toEqual([200, 'publishing']);
  expect(edited).toMatchObject({ status: 409, body: { code: 'conflict', detail_code: 'post.state_invalid' } });
  await heldCall(ws);
  await ws.control('POST', 'held/release-all');
  await until(async () => (await read(post.id)).status === 'published', 'the retry is done');
  const texts = (await ledgerOf(ws, 'mastodon')).map(({ text }) => text);
  expect(texts).toContain('Sent again as it was');
  expect(texts).not.toContain('Another text');
  expect((await read(post.id)).text).toBe('Sent again as it was');
});

describe('an edit of a post that is deleted', () => {
  test('gives 404 when it is sent again', async () => {
    const { body: draft } = await ws.api.post('/v1/posts', { text: 'Edited, then deleted' });
    const edit = () =>
      ws.api.patch(
        `/v1/posts/${draft.id}`,
        { text: 'Changed' },
        { headers: { 'idempotency-key': 'edit-then-delete' } },
      );
    expect((await edit()).status).toBe(200);
    expect((await ws.api.delete(`/v1/posts/${draft.id}`)).status).toBe(200);
    expect(await edit()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('gives 404 when the removal came first', async () => {
    const post = await publish('Removed under the edit', 'mastodon');
    await fault(ws, 'mastodon', { kind: 'hold', operation: 'delete_post', when: 'after' });
    const deleting = ws.api.delete(`/v1/posts/${post.id}`);
    const call = await heldCall(ws);
    const editing = patch(post.id, { text: 'Too late' });
    const queued = `select 1 from actions where post_id = $1 and kind = 'edit'`;
    await until(async () => (await service.sql(queued, [post.id])).length > 0, 'the edit waits for its turn');
    await ws.control('POST', `held/${call}/release`, {});
    expect(await deleting).toMatchObject({ status: 200, body: { success: true, deleted: true } });
    expect(await editing).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

test('two concurrent unpublish_post record one event', async () => {
  const post = await publish('Taken down once', 'telegram', 'mastodon');
  const only = { account_id: ws.accounts.mastodon?.id };
  const unpublish = () => ws.api.post(`/v1/posts/${post.id}/unpublish`, only);
  const answers = await inOrder(service, 'posts', post.id, [unpublish, unpublish]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
  const { targets } = await read(post.id);
  expect(targets).toMatchObject([{ status: 'published' }, { platform: 'mastodon', status: 'unpublished' }]);
  const told = (await eventsOf(ws.api, post.id)).filter(({ type }) => type === 'post.unpublished');
  expect(told.map(({ metadata }) => metadata.unpublished_count)).toEqual([1]);
});
