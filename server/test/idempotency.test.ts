import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { rowsOf } from './rows.ts';
import {
  comment,
  fault,
  ledgerOf,
  longThrottle,
  rejection,
  targetsOn,
  unpause,
  usageOf,
  waiting,
  withNewKey,
} from './steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

const under = (key: string, more: Record<string, string> = {}) => ({ headers: { 'idempotency-key': key, ...more } });
const create = (key: string, body: unknown, more?: Record<string, string>) =>
  ws.api.post('/v1/posts', body, under(key, more));
const isReplayed = (response: { headers: Headers }) => response.headers.get('idempotent-replayed') === 'true';

describe('an idempotency key', () => {
  test('replays the first response and does nothing more', async () => {
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    const body = { text: 'Once', targets: targetsOn(ws, 'mastodon'), scheduled_at: scheduledAt };
    const first = await create('once', body);
    expect({ status: first.status, replayed: isReplayed(first) }).toEqual({ status: 201, replayed: false });
    const before = await rowsOf(service, ws.tenantId);
    const again = await create('once', body);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(isReplayed(again)).toBe(true);
    const otherOrder = await create('once', Object.fromEntries(Object.entries(body).reverse()));
    expect({ status: otherOrder.status, replayed: isReplayed(otherOrder) }).toEqual({ status: 201, replayed: true });
    const slash = await ws.api.post('/v1/posts/', body, under('once'));
    expect({ status: slash.status, replayed: isReplayed(slash) }).toEqual({ status: 201, replayed: true });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('is rejected with another body or query', async () => {
    await create('taken', { text: 'This' });
    const before = await rowsOf(service, ws.tenantId);
    for (const body of [{ text: 'That' }, { text: 'This', title: 'And a title' }, {}])
      expect(await create('taken', body)).toMatchObject({ status: 422 });
    expect(await create('taken', { text: 'That' })).toMatchObject({
      body: { code: 'idempotency_key_reused', meta: { field: 'Idempotency-Key' } },
    });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('counts for one route', async () => {
    const { body: draft } = await create('per-route', { text: 'A draft', targets: targetsOn(ws, 'mastodon') });
    const published = await ws.api.post(
      `/v1/posts/${draft.id}/publish`,
      undefined,
      under('per-route', waiting.headers),
    );
    expect(published).toMatchObject({ status: 201, body: { status: 'published' } });
    expect(isReplayed(published)).toBe(false);
    expect(await ws.api.post('/v1/brands', { name: 'Named' }, under('per-route'))).toMatchObject({ status: 201 });
  });

  test('renders the post as it is now', async () => {
    const body = { text: 'Changing', targets: targetsOn(ws, 'mastodon') };
    const { body: draft } = await create('changing', body);
    await ws.api.post(`/v1/posts/${draft.id}/publish`, undefined, waiting);
    const again = await create('changing', body);
    expect(again).toMatchObject({ status: 201, body: { id: draft.id, status: 'published' } });
    expect(isReplayed(again)).toBe(true);
  });

  test('renders a failure as the post and the error that it is', async () => {
    await fault(ws, 'mastodon', rejection);
    const body = { text: 'Failing', targets: targetsOn(ws, 'mastodon'), publish_now: true };
    const first = await create('failing', body, waiting.headers);
    expect(first).toMatchObject({ status: 422, body: { code: 'all_targets_failed' } });
    expect(isReplayed(first)).toBe(false);
    const again = await create('failing', body);
    expect(again).toMatchObject({ status: 422, body: { id: first.body.id, code: 'all_targets_failed' } });
    expect(isReplayed(again)).toBe(true);
  });

  test('stays unused when the request was rejected', async () => {
    const bad = await create('free', { text: '', publish_now: true });
    expect(bad.status).toBe(400);
    const unknown = await create('free', { text: 'x', targets: [{ account_id: 'acc_unknown' }] });
    expect(unknown.status).toBe(404);
    const good = await create('free', { text: 'Now it is right' });
    expect({ status: good.status, replayed: isReplayed(good) }).toEqual({ status: 201, replayed: false });
  });

  test.each([
    ['one character', 'a', 201],
    ['255 characters', 'k'.repeat(255), 201],
    ['every visible character', Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join(''), 201],
    ['256 characters', 'k'.repeat(256), 400],
    ['nothing', '', 400],
    ['a space', 'a b', 400],
    ['a letter beyond ASCII', 'schlüssel', 400],
  ])('of %s answers', async (what, key, status) => {
    const response = await create(key, { text: `A key of ${what}` });
    expect(response, response.text).toMatchObject({
      status,
      ...(status === 400 ? { body: { meta: { field: 'Idempotency-Key' } } } : {}),
    });
  });

  test('works on every kind of write', async () => {
    const brand = await ws.api.post('/v1/brands', { name: 'First name' }, under('brand'));
    expect(await ws.api.post('/v1/brands', { name: 'First name' }, under('brand'))).toMatchObject({
      status: 201,
      body: brand.body,
    });
    const path = `/v1/brands/${brand.body.id}`;
    const renamed = await ws.api.patch(path, { name: 'Second name' }, under('rename'));
    await ws.api.patch(path, { name: 'Third name' });
    const again = await ws.api.patch(path, { name: 'Second name' }, under('rename'));
    expect(again).toMatchObject({ status: 200, body: renamed.body });
    expect((await ws.api.get('/v1/brands')).body.data.find(({ id }: { id: string }) => id === brand.body.id).name).toBe(
      'Third name',
    );
    expect(await ws.api.delete(path, under('delete'))).toMatchObject({ status: 204 });
    const gone = await ws.api.delete(path, under('delete'));
    expect({ status: gone.status, replayed: isReplayed(gone) }).toEqual({ status: 204, replayed: true });
    expect(await ws.api.delete(path, under('another'))).toMatchObject({ status: 404 });
  });

  test('is forgotten after a day', async () => {
    const first = await create('of-yesterday', { text: 'Yesterday' });
    await service.sql(
      `update idempotency_keys set expires_at = now() - interval '1 second' where key = 'of-yesterday'`,
    );
    const second = await create('of-yesterday', { text: 'Today' });
    expect(second.status).toBe(201);
    expect(isReplayed(second)).toBe(false);
    expect(second.body.id).not.toBe(first.body.id);
    const kept = await service.sql(
      `select expires_at > now() + interval '23 hours' and expires_at <= now() + interval '24 hours' as is_a_day from idempotency_keys where key = 'of-yesterday'`,
    );
    expect(kept).toEqual([{ is_a_day: true }]);
  });

  test('waits for another process that works under it and gives the same response', async () => {
    const body = { text: 'Elsewhere' };
    const { body: post } = await create('elsewhere', body);
    // Another process holds the key: its record is there but not committed yet.
    const held = await service.sql(`select request_hash, scope from idempotency_keys where key = 'elsewhere'`);
    await service.sql(`delete from idempotency_keys where key = 'elsewhere'`);
    const other = new pg.Client({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(
        `insert into idempotency_keys (tenant_id, scope, key, actor_id, request_hash, status, ref, expires_at) values ($1, $2, 'elsewhere', 'key_other', $3, 201, $4, now() + interval '1 hour')`,
        [ws.tenantId, held[0].scope, held[0].request_hash, post.id],
      );
      const waitingForIt = create('elsewhere', body);
      await until(
        async () =>
          (
            await service.sql(
              `select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
            )
          ).length > 0,
        'the request waits for the key',
      );
      await other.query('commit');
      const response = await waitingForIt;
      expect(response, response.text).toMatchObject({ status: 201, body: { id: post.id } });
      expect(isReplayed(response)).toBe(true);
    } finally {
      await other.end();
    }
  });
});

describe('an idempotency key of a reply', () => {
  test('sends once, replays the response, and keeps the rejection of the platform', async () => {
    const { body: post } = await ws.api.post(
      '/v1/posts',
      { text: 'To be answered', targets: targetsOn(ws, 'mastodon'), publish_now: true },
      waiting,
    );
    const commentId = await comment(ws, 'mastodon', post.targets[0].platform_post_id, 'Nice');
    const before = await usageOf(ws.api);
    const reply = (key: string, text: string) =>
      ws.api.post(`/v1/inbox/comments/${post.id}`, { text, comment_id: commentId }, under(key));
    const first = await reply('reply', 'Thank you');
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect(isReplayed(first)).toBe(false);
    const again = await reply('reply', 'Thank you');
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(isReplayed(again)).toBe(true);
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    expect(await ledgerOf(ws, 'mastodon', 'reply')).toHaveLength(1);

    await fault(ws, 'mastodon', { ...longThrottle, operation: 'reply' });
    const throttled = await reply('throttled', 'Thanks again');
    expect(throttled).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
    expect(isReplayed(throttled)).toBe(false);
    await unpause(service, ws);
    expect(await reply('throttled', 'Thanks again')).toMatchObject({
      status: 429,
      body: { code: 'platform_rate_limit' },
    });
    expect(await reply('another', 'Thanks again')).toMatchObject({ status: 200 });
  });
});

test('a key sent under one API key is known under another of the tenant', async () => {
  const body = { text: 'Two keys of one tenant' };
  const { body: post } = await create('shared', body);
  const again = await (await withNewKey(service, ws)).api.post('/v1/posts', body, under('shared'));
  expect(again.body.id).toBe(post.id);
});
