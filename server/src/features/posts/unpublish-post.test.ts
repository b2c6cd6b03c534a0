import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { accountOf, eventsOf, fault, image, rejection, targetsOn, waiting } from '../../../test/steps.ts';

const PLATFORMS = [
  'twitter',
  'mastodon',
  'bluesky',
  'telegram',
  'facebook',
  'linkedin',
  'threads',
  'instagram',
] as const;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: PLATFORMS });
});
afterAll(() => service?.close());

const read = async (id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;
const unpublish = (id: string, body: object = {}) => ws.api.post(`/v1/posts/${id}/unpublish`, body);
const statesOf = ({ targets }: Body) =>
  Object.fromEntries(targets.map(({ platform, status }: Body) => [platform, status]));

async function publish(text: string, platforms: readonly string[], more: object = {}): Promise<Body> {
  const post = { text, targets: targetsOn(ws, ...platforms), publish_now: true, skip_duplicate_check: true, ...more };
  const { body } = await ws.api.post('/v1/posts', post, waiting);
  return body;
}

/** An account of its own, so that the others stay connected. */
async function publishOnNewAccount(text: string, more: object[] = []): Promise<{ post: Body; accountId: string }> {
  const [account] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
  const accountId = account?.id as string;
  const post = await publish(text, [], { targets: [{ account_id: accountId }, ...more] });
  return { post, accountId };
}

describe('unpublish_post', () => {
  test('takes down every copy that can be taken down and answers 207 for the one that cannot', async () => {
    const post = await publish('On eight platforms', PLATFORMS, { media: [image] });
    expect(post.status).toBe('published');
    const { status, body } = await unpublish(post.id);
    expect({ status, count: body.unpublished_count, success: body.success }).toEqual({
      status: 207,
      count: 7,
      success: false,
    });
    expect(Object.fromEntries(body.results.map(({ platform, outcome }: Body) => [platform, outcome]))).toEqual({
      ...Object.fromEntries(PLATFORMS.map((platform) => [platform, 'unpublished'])),
      instagram: 'not_supported',
    });
    const after = await read(post.id);
    expect(after.status).toBe('published');
    expect(statesOf(after)).toEqual({
      ...Object.fromEntries(PLATFORMS.map((platform) => [platform, 'unpublished'])),
      instagram: 'published',
    });
    for (const [index, target] of after.targets.entries())
      expect(target.platform_post_id).toBe(post.targets[index].platform_post_id);
  });

  test('is 501 when every copy is on a platform that takes nothing down', async () => {
    const post = await publish('Only where it stays', ['instagram'], { media: [image] });
    expect(await unpublish(post.id)).toMatchObject({
      status: 501,
      body: {
        code: 'not_supported',
        meta: { results: [{ platform: 'instagram', outcome: 'not_supported' }], live_platforms: ['instagram'] },
      },
    });
  });

  test('leaves a cancelled post when all copies are down; it can be posted again, and deleted', async () => {
    const targets = targetsOn(ws, 'twitter', 'mastodon');
    const same = { text: 'Down everywhere', targets, publish_now: true };
    const { body: post } = await ws.api.post('/v1/posts', same, waiting);
    expect(await unpublish(post.id)).toMatchObject({ status: 200, body: { success: true, unpublished_count: 2 } });
    const after = await read(post.id);
    expect(after).toMatchObject({ status: 'cancelled', text: post.text, published_at: post.published_at });
    expect(statesOf(after)).toEqual({ twitter: 'unpublished', mastodon: 'unpublished' });
    expect((await eventsOf(ws.api, post.id)).map(({ type }) => type)).toEqual(['post.published', 'post.unpublished']);
    const { body: journal } = await ws.api.get(`/v1/posts/${post.id}/attempts`);
    expect(new Set(journal.data.map(({ action }: Body) => action))).toEqual(new Set(['publish', 'remove']));
    for (const verb of ['publish', 'retry', 'unpublish'])
      expect(await ws.api.post(`/v1/posts/${post.id}/${verb}`, {}), verb).toMatchObject({ status: 409 });
    expect((await ws.api.get(`/v1/posts/${post.id}/metrics`)).body.data.targets).toMatchObject([
      { status: 'unpublished', error: { code: 'resource.not_found' } },
      { status: 'unpublished', error: { code: 'resource.not_found' } },
    ]);
    expect((await ws.api.post('/v1/posts', same, waiting)).status).toBe(201);
    expect((await ws.api.delete(`/v1/posts/${post.id}`)).body).toMatchObject({ success: true, deleted: true });
  });

  test('takes no copy down twice; a copy that is down already counts as done', async () => {
    const post = await publish('Down once', ['twitter', 'mastodon']);
    const only = { account_id: accountOf(ws, 'mastodon').id };
    expect((await unpublish(post.id, only)).body).toMatchObject({ success: true, unpublished_count: 1 });
    expect(await unpublish(post.id, only)).toMatchObject({
      status: 200,
      body: { success: true, unpublished_count: 0, results: [{ platform: 'mastodon', outcome: 'unpublished' }] },
    });
    const removals = await service.sql(`select 1 from actions where post_id = $1 and kind = 'remove'`, [post.id]);
    expect(removals).toHaveLength(1);
  });

  test('is 409 for a named target that was never published, and 207 beside one that was', async () => {
    await fault(ws, 'twitter', rejection);
    const post = await publish('On one of two', ['twitter', 'mastodon']);
    const [twitter, mastodon] = [accountOf(ws, 'twitter').id, accountOf(ws, 'mastodon').id];
    expect(await unpublish(post.id, { account_id: twitter })).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringMatching(/failed/) },
    });
    expect(await unpublish(post.id, { account_ids: [twitter, mastodon] })).toMatchObject({
      status: 207,
      body: { unpublished_count: 1 },
    });
    expect(await read(post.id)).toMatchObject({ status: 'failed' });
    const retried = await ws.api.post(`/v1/posts/${post.id}/retry`, {}, waiting);
    expect(retried.body).toMatchObject({ status: 'published' });
    expect(statesOf(retried.body)).toEqual({ twitter: 'published', mastodon: 'unpublished' });
  });

  test('as a dry run names the results and changes nothing', async () => {
    const post = await publish('Stays after a dry run', ['mastodon', 'instagram'], { media: [image] });
    const before = await rowsOf(service, ws.tenantId);
    expect(await ws.api.post(`/v1/posts/${post.id}/unpublish?dry_run=true`, {})).toMatchObject({
      status: 200,
      body: {
        success: false,
        unpublished_count: 1,
        results: [{ outcome: 'unpublished' }, { outcome: 'not_supported' }],
      },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });
});

describe('copies on accounts that cannot be used', () => {
  const losing: Record<string, (accountId: string) => Promise<unknown>> = {
    disconnected: (id) => ws.api.delete(`/v1/accounts/${id}`),
    'waiting to be reconnected': (id) =>
      service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [id]),
  };

  for (const [state, lose] of Object.entries(losing)) {
    test(`unpublish_post and delete_post are 403 when the only account is ${state}`, async () => {
      const { post, accountId } = await publishOnNewAccount(`On an account that is ${state}`);
      await lose(accountId);
      const before = await read(post.id);
      for (const response of [
        await unpublish(post.id),
        await ws.api.delete(`/v1/posts/${post.id}`),
        await ws.api.delete(`/v1/posts/${post.id}?dry_run=true`),
        await ws.api.patch(`/v1/posts/${post.id}`, { text: 'Another text' }),
      ])
        expect(response).toMatchObject({
          status: 403,
          body: { code: 'reconnection_required', detail_code: 'account.reconnection_required' },
        });
      expect(await read(post.id)).toEqual(before);
    });

    test(`the other copies go when one account is ${state}`, async () => {
      const { post, accountId } = await publishOnNewAccount(`Half ${state}`, targetsOn(ws, 'twitter'));
      await lose(accountId);
      const { status, body } = await unpublish(post.id);
      expect({ status, outcomes: body.results.map(({ platform, outcome }: Body) => [platform, outcome]) }).toEqual({
        status: 207,
        outcomes: [
          ['twitter', 'unpublished'],
          ['mastodon', 'failed'],
        ],
      });
      expect(body.results[1].message).toMatch(/[Rr]econnect/);
    });
  }
});
