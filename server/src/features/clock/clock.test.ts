import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, until } from '../../../test/harness.ts';
import { comment, fault, ledgerOf, longThrottle, targetsOn, waiting } from '../../../test/steps.ts';

const DAY_MS = 86_400_000;

describe('advance_clock', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test('rejects live tenants and steps that do not go forward, without a change', async () => {
    const { api, liveApi } = await service.workspace();
    const live = await liveApi.post('/v1/test/clock', { advance: 'P1D' });
    expect([live.status, live.body.code, live.body.detail_code]).toEqual([409, 'conflict', 'clock.test_only']);
    for (const advance of [
      '',
      'P',
      'PT',
      'P1DT',
      '1D',
      '-P1D',
      'P-1D',
      'P0D',
      'PT0S',
      'P1.5D',
      'P11Y',
      'P999999999Y',
      7,
    ]) {
      const answer = await api.post('/v1/test/clock', { advance });
      expect([answer.status, answer.body.meta?.field, advance]).toEqual([400, 'advance', advance]);
    }
    const dryRun = await api.post('/v1/test/clock?dry_run=true', { advance: 'P1D' });
    expect(dryRun.body).toMatchObject({ dry_run: true, advanced_seconds: 86_400, ahead_seconds: 86_400 });
    const step = await api.post('/v1/test/clock', { advance: 'PT1S' });
    expect(step.body).toMatchObject({ advanced_seconds: 1, ahead_seconds: 1, livemode: false });
  });

  test('schedules become due, times stay in order, and later schedules use the moved clock', async () => {
    const workspace = await service.workspace({ platforms: ['mastodon'] });
    const { api } = workspace;
    const scheduled_at = new Date(Date.now() + 20 * DAY_MS).toISOString();
    const targets = targetsOn(workspace, 'mastodon');
    const made = await api.post('/v1/posts', { text: 'in twenty days', targets, scheduled_at });
    expect(made.body.status).toBe('scheduled');
    await api.post('/v1/test/clock', { advance: 'P19D' });
    expect((await api.get(`/v1/posts/${made.body.id}`)).body).toMatchObject({ status: 'scheduled', scheduled_at });
    expect(
      (
        await api.post('/v1/posts', {
          text: 'past',
          targets,
          scheduled_at: new Date(Date.now() + 18 * DAY_MS).toISOString(),
        })
      ).body.meta,
    ).toEqual({ field: 'scheduled_at' });

    const soon = new Date(Date.now() + 19 * DAY_MS + 3_600_000).toISOString();
    const second = await api.post('/v1/posts', { text: 'within the hour', targets, scheduled_at: soon });
    expect(second.status).toBe(201);
    await api.post('/v1/test/clock', { advance: 'P1D' });
    const posts: Body[] = [];
    for (const { id } of [made.body, second.body]) {
      await until(async () => (await api.get(`/v1/posts/${id}`)).body.status === 'published', 'it is published');
      posts.push((await api.get(`/v1/posts/${id}`)).body);
    }
    expect(await ledgerOf(workspace, 'mastodon')).toHaveLength(2);
    for (const post of posts) {
      expect(Date.parse(post.published_at)).toBeGreaterThanOrEqual(Date.parse(post.scheduled_at));
      expect(Date.parse(post.updated_at)).toBeGreaterThanOrEqual(Date.parse(post.scheduled_at));
      expect(post.targets[0].published_at >= post.scheduled_at).toBe(true);
    }
    expect(Date.parse(posts[1]?.created_at)).toBeGreaterThan(Date.now() + 18 * DAY_MS);
    const { data } = (await api.get('/v1/events?after=0')).body;
    expect(data.map(({ created_at }: Body) => created_at)).toEqual(
      data.map(({ created_at }: Body) => created_at).sort(),
    );
  });

  test('a clock that another process moved applies to the next request', async () => {
    const workspace = await service.workspace({ platforms: ['mastodon'] });
    const { api } = workspace;
    const targets = targetsOn(workspace, 'mastodon');
    const post = (text: string, days: number) =>
      api.post('/v1/posts', { text, targets, scheduled_at: new Date(Date.now() + days * DAY_MS).toISOString() });
    expect((await post('now it is known', 1)).status).toBe(201);
    await service.sql('insert into test_clocks (tenant_id, ahead_seconds) values ($1, $2)', [
      workspace.tenantId,
      (3 * DAY_MS) / 1000,
    ]);
    expect((await post('this day is over', 2)).body.meta).toEqual({ field: 'scheduled_at' });
    await service.sql('update test_clocks set ahead_seconds = ahead_seconds + 60 where tenant_id = $1', [
      workspace.tenantId,
    ]);
    expect((await post('two years ahead by this clock', 733 + 30 / 86_400)).status).toBe(201);
    const { body } = await post('this one comes', 4);
    expect(body.status).toBe('scheduled');
    expect(Date.parse(body.created_at)).toBeGreaterThan(Date.now() + 2.9 * DAY_MS);
  });

  test('throttles end, a new allowance starts and old events are hidden', async () => {
    const workspace = await service.workspace({ platforms: ['twitter'], plan: 'free' });
    const { api } = workspace;
    await fault(workspace, 'twitter', { ...longThrottle, retry_after_seconds: 1800 });
    const targets = targetsOn(workspace, 'twitter');
    const { id } = (await api.post('/v1/posts', { text: 'slow down', targets, publish_now: true })).body;
    const paused = () =>
      service.sql('select 1 from accounts where tenant_id = $1 and not_before > now()', [workspace.tenantId]);
    await until(async () => (await paused()).length > 0, 'the account is paused');
    await api.post('/v1/test/clock', { advance: 'PT31M' });
    await until(async () => (await api.get(`/v1/posts/${id}`)).body.status === 'published', 'the throttle has passed');

    const before = (await api.get('/v1/usage')).body;
    expect(before.posts_used).toBe(1);
    await api.post('/v1/test/clock', { advance: 'P31D' });
    const after = (await api.get('/v1/usage')).body;
    expect(after.posts_used).toBe(0);
    expect(Date.parse(after.period_start)).toBe(Date.parse(before.period_end));
    expect((await api.get('/v1/events')).body.data).toEqual([]);
  });

  test('concurrent steps add up; an Idempotency-Key counts once; other tenants keep their time', async () => {
    const { api } = await service.workspace();
    const other = await service.workspace();
    const key = { headers: { 'idempotency-key': 'once' } };
    await Promise.all([
      api.post('/v1/test/clock', { advance: 'P1D' }),
      api.post('/v1/test/clock', { advance: 'P2D' }),
      api.post('/v1/test/clock', { advance: 'P4D' }, key),
      api.post('/v1/test/clock', { advance: 'P4D' }, key),
    ]);
    expect((await api.post('/v1/test/clock', { advance: 'P4D' }, key)).headers.get('idempotent-replayed')).toBe('true');
    expect((await api.post('/v1/test/clock', { advance: 'PT1S' })).body.ahead_seconds).toBe(7 * 86_400 + 1);
    const { body } = await other.api.post('/v1/brands', { name: 'elsewhere' });
    expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(60_000);
  });

  test('comments on the platforms of a tenant whose clock is ahead are dated by that clock', async () => {
    const workspace = await service.workspace({ platforms: ['mastodon'] });
    const { api } = workspace;
    await api.post('/v1/test/clock', { advance: 'P30D' });
    const post = { text: 'Here', targets: targetsOn(workspace, 'mastodon'), publish_now: true };
    const { body } = await api.post('/v1/posts', post, waiting);
    await comment(workspace, 'mastodon', body.targets[0].platform_post_id, 'From later');
    const said = await until(
      async () => (await api.get(`/v1/inbox/comments/${body.id}`)).body.data[0],
      'the comment is here',
    );
    expect(Math.abs(Date.parse(said.created_at) - Date.now() - 30 * DAY_MS)).toBeLessThan(600_000);
  });
});
