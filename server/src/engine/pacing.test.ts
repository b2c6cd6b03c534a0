import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
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
  test('pauses its account until the reset, and no other account', async () => {
    await ws.control('POST', 'faults', {
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
    const { calls } = await ws.control(
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
    await ws.control('POST', 'faults', {
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

describe('an action that waits for a throttled platform', () => {
  /** Makes the actions of a post look as if they had waited so long, while the pause lasts. */
  const wait = async (postId: string, minutes: number) => {
    const ago = `now() - ${minutes} * interval '1 minute'`;
    await service.sql(
      `update actions set due_at = least(due_at, ${ago}), started_at = least(started_at, ${ago}) where post_id = $1`,
      [postId],
    );
  };
  const throttledFor = (platform: string, minutes: number) =>
    service.sql(
      `update accounts set not_before = now() + interval '2 hours', throttled_at = now() - $2 * interval '1 minute' where id = $1`,
      [account(platform).id, minutes],
    );
  const free = (platform: string) =>
    service.sql(`update accounts set not_before = '-infinity' where id = $1`, [account(platform).id]);
  const callsOf = async (platform: string) =>
    (await ws.control('GET', `calls?platform=${platform}&account=${account(platform).platformId}&operation=publish`))
      .calls.length;

  test('fails with the reason after an hour, started or not, and costs nothing', async () => {
    const usedBefore = (await ws.api.get('/v1/usage')).body.posts_used;
    await ws.control('POST', 'faults', {
      platform: 'mastodon',
      account: account('mastodon').platformId,
      operation: 'publish',
      kind: 'throttle',
      retry_after_seconds: 3000,
    });
    const begun = await publish('Throttled by its own call', 'mastodon');
    await until(async () => (await notBefore('mastodon')) > new Date(Date.now() + 2_000_000), 'the account is paused');
    const behind = await publish('Behind it', 'mastodon');
    const mixed = await publish('Also elsewhere', 'twitter', 'mastodon');
    const fresh = await publish('Came only now', 'mastodon');
    const calls = await callsOf('mastodon');
    await throttledFor('mastodon', 61);
    for (const post of [begun, behind, mixed]) await wait(post.id, 61);
    for (const post of [begun, behind]) {
      await until(async () => (await statusOf(post.id)) === 'failed', 'it fails');
      const { body } = await ws.api.get(`/v1/posts/${post.id}`);
      expect(body.targets[0].error).toMatchObject({ code: 'platform_rate_limit', category: 'rate_limit' });
      const { body: story } = await ws.api.get(`/v1/posts/${post.id}/attempts`);
      expect(story.data.at(-1)).toMatchObject({ state: 'rejected', detail: { error: 'rate_limited' } });
    }
    await until(async () => (await statusOf(mixed.id)) === 'partial', 'what was published elsewhere stays');
    expect(await statusOf(fresh.id)).toBe('publishing');
    expect(await callsOf('mastodon')).toBe(calls);
    await free('mastodon');
    await until(async () => (await statusOf(fresh.id)) === 'published', 'it publishes after the pause');
    // Only posts that were published somewhere are charged.
    expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(usedBefore + 2);
    const [row] = await service.sql('select throttled_at from accounts where id = $1', [account('mastodon').id]);
    expect(row.throttled_at).toBeNull();
  });

  test('waits when it is only late: the hour counts from the start of the throttle', async () => {
    await throttledFor('mastodon', 0);
    await throttledFor('twitter', 61);
    const late = await publish('Due while nothing ran', 'mastodon');
    const expired = await publish('Waited all the while', 'twitter');
    for (const post of [late, expired]) await wait(post.id, 120);
    await until(async () => (await statusOf(expired.id)) === 'failed', 'the other one fails');
    expect(await statusOf(late.id)).toBe('publishing');
    await free('twitter');
    await free('mastodon');
    await until(async () => (await statusOf(late.id)) === 'published', 'it publishes after the pause');
  });

  test('waits for a throttled app as for an account', async () => {
    await service.sql(
      `insert into app_pauses (platform, app_id, since, until)
       select platform, app_id, now() - interval '61 minutes', now() + interval '1 hour' from accounts where id = $1`,
      [account('mastodon').id],
    );
    const post = await publish('Waited for the app', 'mastodon');
    await wait(post.id, 61);
    await until(async () => (await statusOf(post.id)) === 'failed', 'it fails');
    await service.sql('delete from app_pauses');
  });

  test('starts its scheduled post when it fails: the other targets follow', async () => {
    await throttledFor('mastodon', 61);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { body: post } = await ws.api.post('/v1/posts', {
      text: 'At its time',
      media: [image],
      scheduled_at: at,
      targets: targets('mastodon', 'twitter'),
    });
    await service.sql(
      `update actions set due_at = now() - interval '61 minutes' where post_id = $1 and platform = 'mastodon'`,
      [post.id],
    );
    await service.sql('update accounts set next_due_at = now() where id = $1', [account('mastodon').id]);
    await until(async () => (await statusOf(post.id)) === 'publishing', 'the post is started');
    await service.sql(`update actions set due_at = now() where post_id = $1 and platform = 'twitter'`, [post.id]);
    await service.sql('update accounts set next_due_at = now() where id = $1', [account('twitter').id]);
    await until(async () => (await statusOf(post.id)) === 'partial', 'the other target is published');
    await free('mastodon');
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

test('the limit that Instagram reports is respected before it rejects a post', async () => {
  const path = {
    platform: 'instagram',
    account: account('instagram').platformId,
    operation: 'limits',
    kind: 'body',
    status: 200,
    content_type: 'application/json',
  };
  await ws.control('POST', 'faults', {
    ...path,
    body: JSON.stringify({ data: [{ quota_usage: 100, config: { quota_total: 100, quota_duration: 86400 } }] }),
  });
  const post = await publish('Beyond the ceiling', 'instagram');
  await until(async () => (await notBefore('instagram')) > new Date(Date.now() + 600_000), 'the account is paused');
  expect(await statusOf(post.id)).toBe('publishing');
  const { entries } = await ws.control(
    'GET',
    `ledger?platform=instagram&account=${account('instagram').platformId}&kind=post`,
  );
  expect(entries.map((entry: Body) => entry.text)).not.toContain('Beyond the ceiling');
});
