import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
const targets = (...platforms: string[]) => platforms.map((platform) => ({ account_id: ws.accounts[platform]?.id }));
const account = (platform: string) => ws.accounts[platform] as { id: string; platformId: string };
const publish = async (text: string, ...platforms: string[]): Promise<Body> =>
  (await ws.api.post('/v1/posts', { text, media: [image], targets: targets(...platforms), publish_now: true })).body;
const statusOf = async (id: string) => (await ws.api.get(`/v1/posts/${id}`)).body.status;

async function notBefore(platform: string): Promise<Date | number> {
  const [row] = await service.sql('select not_before from accounts where id = $1', [account(platform).id]);
  return row.not_before;
}

describe('a throttled platform', () => {
  test('pauses its account until the reset and nobody else', async () => {
    await service.control('POST', 'faults', {
      platform: 'mastodon',
      account: account('mastodon').platformId,
      operation: 'publish',
      kind: 'throttle',
      retry_after_seconds: 600,
    });
    const paused = await publish('Throttled once', 'mastodon');
    await until(async () => (await notBefore('mastodon')) > new Date(Date.now() + 500_000), 'the account is paused');
    const other = await publish('Not held up', 'twitter', 'instagram');
    await until(async () => (await statusOf(other.id)) === 'published', 'the other accounts publish');
    expect(await statusOf(paused.id)).toBe('publishing');
    const { calls } = await service.control(
      'GET',
      `calls?platform=mastodon&account=${account('mastodon').platformId}&operation=publish`,
    );
    expect(calls).toHaveLength(1);

    await service.sql(`update accounts set not_before = now() where id = $1`, [account('mastodon').id]);
    await service.sql(`update actions set due_at = now() where post_id = $1`, [paused.id]);
    await service.sql(`update accounts set next_due_at = now() where id = $1`, [account('mastodon').id]);
    await until(async () => (await statusOf(paused.id)) === 'published', 'it publishes after the pause');
    const lines = (await ws.api.get(`/v1/posts/${paused.id}/attempts`)).body.data.map((line: Body) => line.state);
    expect(lines).toContain('throttled');
  });

  test('a pause beyond an hour fails the target at once, uncharged', async () => {
    const used = async () => (await ws.api.get('/v1/usage')).body.posts_used;
    const before = await used();
    await service.control('POST', 'faults', {
      platform: 'twitter',
      account: account('twitter').platformId,
      operation: 'publish',
      kind: 'throttle',
      retry_after_seconds: 7200,
    });
    const post = await publish('Throttled for long', 'twitter');
    await until(async () => (await statusOf(post.id)) === 'failed', 'it fails');
    expect((await ws.api.get(`/v1/posts/${post.id}`)).body.targets[0].error).toMatchObject({
      code: 'platform_rate_limit',
      retryable: true,
    });
    expect(await used()).toBe(before);
    await service.sql(`update accounts set not_before = '-infinity' where id = $1`, [account('twitter').id]);
  });
});

test('a platform app that is throttled pauses all its accounts', async () => {
  const second = await service.app.connectSimulated(ws.tenantId, ['instagram']);
  await service.sql(
    `insert into app_pauses (platform, app_id, until) select platform, app_id, now() + interval '1 hour' from accounts where id = $1`,
    [account('instagram').id],
  );
  const { body } = await ws.api.post('/v1/posts', {
    text: 'Whole app',
    media: [image],
    targets: [{ account_id: account('instagram').id }, { account_id: second[0]?.id }],
    publish_now: true,
  });
  const free = await publish('Other apps go on', 'mastodon');
  await until(async () => (await statusOf(free.id)) === 'published', 'another app publishes');
  expect(await statusOf(body.id)).toBe('publishing');
  await service.sql('delete from app_pauses');
  await until(async () => (await statusOf(body.id)) === 'published', 'it publishes when the pause is over');
});

test('the ceiling that Instagram tells is respected before it refuses', async () => {
  const path = {
    platform: 'instagram',
    account: account('instagram').platformId,
    operation: 'limits',
    kind: 'body',
    status: 200,
    content_type: 'application/json',
  };
  await service.control('POST', 'faults', {
    ...path,
    body: JSON.stringify({ data: [{ quota_usage: 100, config: { quota_total: 100, quota_duration: 86400 } }] }),
  });
  const post = await publish('Beyond the ceiling', 'instagram');
  await until(async () => (await notBefore('instagram')) > new Date(Date.now() + 600_000), 'the account is paused');
  expect(await statusOf(post.id)).toBe('publishing');
  const { entries } = await service.control(
    'GET',
    `ledger?platform=instagram&account=${account('instagram').platformId}&kind=post`,
  );
  expect(entries.map((entry: Body) => entry.text)).not.toContain('Beyond the ceiling');
});
