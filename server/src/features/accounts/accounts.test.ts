import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { accountOf, fault, ledgerOf, pagesOf, shortly, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();

async function connectOne(platform: 'twitter' | 'mastodon'): Promise<string> {
  const [account] = await service.app.connectSimulated(ws.tenantId, [platform]);
  return account?.id as string;
}

describe('list_accounts', () => {
  test('shows connected accounts in the envelope of all lists, newest first', async () => {
    const { status, body } = await ws.api.get('/v1/accounts');
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 3, pagination: { limit: 25, has_more: false } });
    expect(body).not.toHaveProperty('cursor');
    const times = body.data.map((account: Body) => `${account.created_at} ${account.id}`);
    expect(times).toEqual([...times].sort().reverse());
    for (const account of body.data)
      expect(account).toMatchObject({
        id: expect.stringMatching(/^acc_/),
        name: expect.stringMatching(/./),
        username: expect.stringMatching(/./),
        brand_id: expect.stringMatching(/^brand_/),
        status: 'active',
        livemode: false,
      });
    expect(body.data.map(({ platform }: Body) => platform).sort()).toEqual(['instagram', 'mastodon', 'twitter']);
    expect((await ws.api.get('/v1/accounts')).text).not.toMatch(/token|credential|secret/i);
  });

  test('filters by platform and brand, pages with a limit', async () => {
    const ids = async (query: string) => (await pagesOf(ws.api, `/v1/accounts?${query}`)).map(({ id }) => id);
    const { id: twitter } = accountOf(ws, 'twitter');
    const { body: brand } = await ws.api.post('/v1/brands', { name: 'Empty' });
    expect(await ids('platform=twitter')).toEqual([twitter]);
    expect(await ids('platform=x')).toEqual([twitter]);
    expect(await ids(`brand_id=${brand.id}`)).toEqual([]);
    const all = await ids('limit=1');
    expect(all).toHaveLength(3);
    expect(new Set(all).size).toBe(3);
    expect(await ws.api.get('/v1/accounts?platform=myspace')).toMatchObject({
      status: 400,
      body: { code: 'unsupported_platform', meta: { field: 'platform' } },
    });
  });
});

describe('get_creator_info', () => {
  test('tells what a TikTok creator may post; 501 elsewhere', async () => {
    const [account] = await service.app.connectSimulated(ws.tenantId, ['tiktok']);
    const address = `/v1/accounts/${account?.id}/creator-info`;
    expect(await ws.api.get(address)).toMatchObject({
      status: 200,
      body: {
        platform: 'tiktok',
        nickname: expect.stringMatching(/./),
        avatar_url: expect.stringMatching(/^https:/),
        can_post: true,
        max_video_duration_sec: 600,
        privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
        interaction_settings: { comment_disabled: false, duet_disabled: false, stitch_disabled: false },
      },
    });
    expect(await ws.api.get(`/v1/accounts/${accountOf(ws, 'twitter').id}/creator-info`)).toMatchObject({
      status: 501,
      body: { code: 'not_supported', meta: { resource: 'twitter' } },
    });
    await ws.control('POST', 'faults', { platform: 'tiktok', kind: 'throttle', retry_after_seconds: 90 });
    expect(await ws.api.get(address)).toMatchObject({
      status: 429,
      body: { code: 'platform_rate_limit', detail_code: 'platform.tiktok.rate_limit', meta: { retry_after: 90 } },
    });
    await service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [account?.id]);
    expect(await ws.api.get(address)).toMatchObject({ status: 403, body: { code: 'reconnection_required' } });
    await ws.api.delete(`/v1/accounts/${account?.id}`);
    expect((await ws.api.get(address)).status).toBe(404);
  });
});

describe('get_account', () => {
  test('shows one; 404 for what is none', async () => {
    const { body: list } = await ws.api.get('/v1/accounts');
    for (const account of list.data) expect((await ws.api.get(`/v1/accounts/${account.id}`)).body).toEqual(account);
    expect(await ws.api.get('/v1/accounts/acc_00000000000000000000000000')).toMatchObject({
      status: 404,
      body: { code: 'account_not_found', detail_code: 'account.not_found' },
    });
    expect(await ws.api.get(`/v1/accounts/${accountOf(ws, 'mastodon').platformId}`)).toMatchObject({ status: 404 });
  });

  test('says why it must be connected again', async () => {
    const id = await connectOne('mastodon');
    await service.sql(
      `update accounts set status = 'reconnect_required', reconnect_reason = 'Access was revoked' where id = $1`,
      [id],
    );
    expect((await ws.api.get(`/v1/accounts/${id}`)).body).toMatchObject({
      status: 'reconnect_required',
      reconnect_reason: 'Access was revoked',
    });
    await ws.api.delete(`/v1/accounts/${id}`);
  });
});

describe('disconnect_account', () => {
  test('forgets the tokens; afterwards it is gone', async () => {
    const id = await connectOne('mastodon');
    const before = await rowsOf(service, ws.tenantId);
    expect(await ws.api.delete(`/v1/accounts/${id}?dry_run=true`)).toMatchObject({
      status: 200,
      body: { dry_run: true },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    const { status, text } = await ws.api.delete(`/v1/accounts/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(await ws.api.delete(`/v1/accounts/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
    expect(await ws.api.get(`/v1/accounts/${id}`)).toMatchObject({ status: 404 });
    expect((await ws.api.get('/v1/accounts')).text).not.toContain(id);
    expect((await ws.api.get(`/v1/events?account_id=${id}&type=account.disconnected`)).body.data).toMatchObject([
      { status: 'ok', data: { account_id: id, platform: 'mastodon', reason: 'disconnected' } },
    ]);
    expect(await service.sql('select credentials, poll_due_at from accounts where id = $1', [id])).toEqual([
      { credentials: '', poll_due_at: null },
    ]);
  });

  test('cancels waiting targets, and posts that have no other', async () => {
    const id = await connectOne('mastodon');
    const targets = [{ account_id: id }];
    const make = async (extra: Record<string, unknown>) => (await ws.api.post('/v1/posts', { targets, ...extra })).body;
    const alone = await make({ text: 'Alone', scheduled_at: tomorrow });
    const both = await make({
      text: 'Both',
      scheduled_at: tomorrow,
      targets: [...targets, ...targetsOn(ws, 'twitter')],
    });
    const draft = await make({ text: 'A draft' });
    await ws.api.delete(`/v1/accounts/${id}`);
    const now = async (post: Body) => (await ws.api.get(`/v1/posts/${post.id}`)).body;
    expect(await now(alone)).toMatchObject({ status: 'cancelled', targets: [{ status: 'cancelled' }] });
    expect(await now(both)).toMatchObject({
      status: 'scheduled',
      targets: [{ status: 'cancelled' }, { status: 'pending' }],
    });
    expect((await ws.api.get('/v1/posts?status=cancelled')).body.data.map((post: Body) => post.id)).toContain(alone.id);
    const published = await ws.api.post(`/v1/posts/${both.id}/publish`, undefined, waiting);
    expect(published).toMatchObject({
      status: 207,
      body: { status: 'partial', targets: [{ status: 'cancelled' }, { status: 'published' }] },
    });
    const retried = await ws.api.post(`/v1/posts/${both.id}/retry`);
    expect(retried).toMatchObject({ status: 400, body: { error: expect.stringContaining('disconnected') } });
    expect((await now(draft)).status).toBe('draft');
    const early = await ws.api.post(`/v1/posts/${draft.id}/publish`);
    expect(early).toMatchObject({ status: 400, body: { code: 'missing_metadata', meta: { field: 'targets' } } });
    expect((await ws.api.post(`/v1/posts/${alone.id}/publish`)).status).toBe(409);
  });

  test('targets that it cancelled stay so when their post is changed', async () => {
    const id = await connectOne('mastodon');
    const targets = [{ account_id: id }, ...targetsOn(ws, 'twitter')];
    const { body: post } = await ws.api.post('/v1/posts', { text: 'To be changed', scheduled_at: tomorrow, targets });
    await ws.api.delete(`/v1/accounts/${id}`);
    const changed = await ws.api.patch(`/v1/posts/${post.id}`, { text: 'Changed', scheduled_at: nextWeek });
    expect(changed).toMatchObject({
      status: 200,
      body: { text: 'Changed', targets: [{ status: 'cancelled' }, { status: 'pending' }] },
    });
    const replaced = await ws.api.patch(`/v1/posts/${post.id}`, { targets: targetsOn(ws, 'twitter') });
    expect(replaced.body.targets).toMatchObject([{ status: 'pending' }]);
    await ws.api.delete(`/v1/posts/${post.id}`);
  });

  test('ends what waited for a throttled platform, and the post with it', async () => {
    const id = await connectOne('mastodon');
    const { platform_id: platformId } = (await service.sql('select platform_id from accounts where id = $1', [id]))[0];
    await ws.control('POST', 'faults', {
      platform: 'mastodon',
      account: platformId,
      operation: 'publish',
      kind: 'throttle',
      retry_after_seconds: 900,
    });
    const { body: post } = await ws.api.post('/v1/posts', {
      text: 'Waits for quarter of an hour',
      targets: [{ account_id: id }],
      publish_now: true,
    });
    await until(
      async () =>
        (
          await service.sql(`select 1 from actions x, journal_of(x) t where x.post_id = $1 and t.state = 'throttled'`, [
            post.id,
          ])
        ).length > 0,
      'the platform has throttled',
    );
    await ws.api.delete(`/v1/accounts/${id}`);
    const ended = await until(
      async () => {
        const { body } = await ws.api.get(`/v1/posts/${post.id}`);
        return body.status !== 'publishing' && body;
      },
      'the post has ended',
      10_000,
    );
    expect(ended).toMatchObject({
      status: 'failed',
      targets: [{ status: 'failed', error: { code: 'reconnection_required' } }],
    });
  });

  test('ends a post of which the other targets are done', async () => {
    const id = await connectOne('mastodon');
    const [onX] = targetsOn(ws, 'twitter');
    const { body: post } = await shortly((soon) =>
      ws.api.post('/v1/posts', {
        text: 'One now, one tomorrow',
        targets: [{ ...onX, scheduled_at: soon }, { account_id: id }],
        scheduled_at: tomorrow,
      }),
    );
    await until(
      async () => (await ws.api.get(`/v1/posts/${post.id}`)).body.targets[0].status === 'published',
      'the first is published',
    );
    await ws.api.delete(`/v1/accounts/${id}`);
    const ended = await until(async () => {
      const { body } = await ws.api.get(`/v1/posts/${post.id}`);
      return body.status !== 'publishing' && body;
    }, 'the post has ended');
    expect(ended).toMatchObject({
      status: 'partial',
      targets: [{ status: 'published' }, { status: 'failed', error: { code: 'reconnection_required' } }],
    });
    const { data } = (await ws.api.get(`/v1/events?resource_id=${post.id}&after=0`)).body;
    expect(data.map(({ type }: Body) => type)).toEqual(['post.scheduled', 'post.partial']);
  });

  test('while it publishes loses neither the post nor the knowledge of it', async () => {
    const id = await connectOne('twitter');
    const { platform_id: platformId } = (await service.sql('select platform_id from accounts where id = $1', [id]))[0];
    await ws.control('POST', 'faults', {
      platform: 'twitter',
      account: platformId,
      operation: 'publish',
      kind: 'hold',
      when: 'after',
    });
    const { body: post } = await ws.api.post('/v1/posts', {
      text: 'In flight',
      targets: [{ account_id: id }],
      publish_now: true,
    });
    await ws.control('GET', 'held?wait_seconds=20');
    expect((await ws.api.delete(`/v1/accounts/${id}`)).status).toBe(204);
    await ws.control('POST', 'held/release-all');
    const ended = await until(async () => {
      const { body } = await ws.api.get(`/v1/posts/${post.id}`);
      return body.status !== 'publishing' && body;
    }, 'the post has ended');
    expect(ended).toMatchObject({ status: 'published', targets: [{ platform_post_id: expect.any(String) }] });
  });

  test('404 for what is none', async () => {
    expect(await ws.api.delete('/v1/accounts/acc_00000000000000000000000000')).toMatchObject({ status: 404 });
  });
});

test('a rejected token makes the account reconnect_required once, and says so in one event', async () => {
  const other = await service.workspace({ platforms: ['mastodon'] });
  await fault(other, 'mastodon', { kind: 'expired_token', operation: undefined });
  const publish = (text: string) =>
    other.api.post('/v1/posts', { text, targets: targetsOn(other, 'mastodon'), publish_now: true }, waiting);
  expect(await publish('First')).toMatchObject({ status: 422, body: { targets: [{ error: { category: 'auth' } }] } });
  expect((await other.api.get(`/v1/accounts/${accountOf(other, 'mastodon').id}`)).body.status).toBe(
    'reconnect_required',
  );
  expect(await publish('Second')).toMatchObject({
    status: 422,
    body: { targets: [{ error: { code: 'reconnection_required' } }] },
  });
  const { data } = (await other.api.get('/v1/events?action=account.disconnected')).body;
  expect(data).toMatchObject([{ metadata: { account_id: accountOf(other, 'mastodon').id, reconnect_required: true } }]);
  expect(await ledgerOf(other, 'mastodon')).toEqual([]);
});

test('an account that its platform has paused takes no edits, and nothing is changed', async () => {
  const body = { text: 'Before the pause', targets: targetsOn(ws, 'mastodon'), publish_now: true };
  const { body: post } = await ws.api.post('/v1/posts', body, waiting);
  await service.sql(`update accounts set not_before = now() + interval '1 hour' where id = $1`, [
    accountOf(ws, 'mastodon').id,
  ]);
  const before = await rowsOf(service, ws.tenantId);
  const answer = await ws.api.patch(`/v1/posts/${post.id}`, { text: 'During the pause' });
  expect(answer).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(await rowsOf(service, ws.tenantId)).toEqual(before);
});
