import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setSubscription } from '../../src/features/workspaces/workspace.repository.ts';
import { type ApiResponse, startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { targetsOn } from '../steps.ts';
import { BINARY, type RedisServer, startRedis } from './redis.fixture.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const codesOf = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status).sort();
let count = 0;

if (BINARY === undefined)
  console.log('left out: the quota check needs valkey-server or redis-server (REDIS_TEST_SERVER)');

describe.runIf(BINARY !== undefined)('the quota check on a real server', () => {
  let redis: RedisServer;
  let service: TestService;

  beforeAll(async () => {
    redis = await startRedis(BINARY as string);
  });
  afterEach(() => service?.close());
  afterAll(() => redis?.close());

  async function start(): Promise<void> {
    service = await startTestService({ POLL_SECONDS: '3600', REDIS_URL: redis.url });
    await isDegraded(false);
  }
  async function metric(): Promise<boolean> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return /^hubbub_quota_check_degraded (\d)$/m.exec(text)?.[1] === '1';
  }
  const isDegraded = (expected: boolean) =>
    until(async () => (await metric()) === expected, `the metric says ${expected ? 'degraded' : 'in use'}`, 60_000);
  const create = (ws: TestWorkspace) =>
    ws.api.post('/v1/posts', {
      text: `Number ${++count}`,
      targets: targetsOn(ws, 'mastodon'),
      scheduled_at: tomorrow,
    });
  const createMany = (ws: TestWorkspace, amount: number) =>
    Promise.all(Array.from({ length: amount }, () => create(ws)));
  const markOf = (ws: TestWorkspace) => `hubbub:used-up:post:${ws.tenantId}`;
  const freeWorkspace = () => service.workspace({ plan: 'free', platforms: ['mastodon'] });

  /** The ledger holds what was accepted, and nothing else. */
  async function expectExact(ws: TestWorkspace, posts: number): Promise<void> {
    expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(posts);
    expect((await ws.api.get('/v1/posts?limit=100')).body.count).toBe(posts);
  }

  test('rejects early what the ledger has rejected, and nothing after an upgrade, a refund or the end of the period', async () => {
    await start();
    const ws = await freeWorkspace();
    expect(codesOf(await createMany(ws, 12))).toEqual([...Array(10).fill(201), 429, 429]);
    // On a busy machine the server answers late now and then; then nothing is marked.
    await until(async () => {
      expect((await create(ws)).status).toBe(429);
      return (await redis.run('GET', markOf(ws))) !== null;
    }, 'the mark is there');
    expect(Number(await redis.run('PTTL', markOf(ws)))).toBeLessThanOrEqual(60_000);
    const { body: late } = await create(ws);
    // A busy machine may answer late; then the charge decides, after the accounts.
    const early = await until(async () => {
      const response = await ws.api.post('/v1/posts', {
        text: 'Rejected before its accounts are looked for',
        targets: [{ account_id: 'acc_unknown' }],
        publish_now: true,
      });
      expect([404, 429]).toContain(response.status);
      return response.status === 429 && response.body;
    }, 'a call is rejected early');
    const { retry_after: _left, ...meta } = late.meta;
    expect(early).toMatchObject({ code: late.code, detail_code: late.detail_code, error: late.error, meta });
    const draft = await ws.api.post('/v1/posts', { text: 'A draft costs nothing', targets: targetsOn(ws, 'mastodon') });
    expect(draft.status).toBe(201);
    await setSubscription(service.app.db.system, ws.id, { plan: 'starter' });
    expect((await create(ws)).status).toBe(201);
    await setSubscription(service.app.db.system, ws.id, { plan: 'free' });
    expect((await create(ws)).status).toBe(429);
    await service.sql('update tenants set posts_used = 9 where tenant_id = $1', [ws.tenantId]);
    expect((await create(ws)).status).toBe(201);
    expect((await create(ws)).status).toBe(429);
    await ws.api.post('/v1/test/clock', { advance: 'P31D' });
    expect(
      (await ws.api.post('/v1/posts', { text: 'Next period', targets: targetsOn(ws, 'mastodon'), publish_now: true }))
        .status,
    ).toBe(201);
    expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(1);
  });

  test.each<[string, (redis: RedisServer) => Promise<unknown>, (redis: RedisServer) => Promise<unknown>]>([
    ['killed', (server) => server.kill(), (server) => server.start()],
    ['stopped', async (server) => server.signal('SIGSTOP'), async (server) => server.signal('SIGCONT')],
    [
      'delayed by 2 s',
      async (server) => {
        server.delayMs = 2000;
      },
      async (server) => {
        server.delayMs = 0;
      },
    ],
    [
      'full',
      (server) => server.run('CONFIG', 'SET', 'maxmemory', '1'),
      (server) => server.run('CONFIG', 'SET', 'maxmemory', '0'),
    ],
  ])(
    '%s: every request is allowed, the ledger stays exact, and it is used again by itself',
    async (_name, break_, heal) => {
      await start();
      const [ws, other] = [await freeWorkspace(), await freeWorkspace()];
      expect(codesOf(await createMany(other, 11))).toEqual([...Array(10).fill(201), 429]);
      expect(codesOf(await createMany(ws, 3))).toEqual([201, 201, 201]);
      const during = createMany(ws, 3);
      await break_(redis);
      expect(codesOf(await during)).toEqual([201, 201, 201]);
      expect(codesOf(await createMany(ws, 3))).toEqual([201, 201, 201]);
      expect(codesOf(await createMany(ws, 30))).toEqual([201, ...Array(29).fill(429)]);
      expect(codesOf(await createMany(other, 5))).toEqual(Array(5).fill(429));
      await isDegraded(true);
      await setSubscription(service.app.db.system, ws.id, { plan: 'starter' });
      expect((await create(ws)).status).toBe(201);
      await heal(redis);
      await isDegraded(false);
      expect((await create(ws)).status).toBe(201);
      await expectExact(ws, 12);
      await expectExact(other, 10);
    },
  );

  test('lying: every request is allowed, and the ledger stays exact', async () => {
    await start();
    const workspaces = [await freeWorkspace(), await freeWorkspace(), await freeWorkspace()] as const;
    const lies = [
      ['SET', markOf(workspaces[0]), String(Date.now() + 86_400_000)],
      ['SET', markOf(workspaces[1]), 'used up'],
      ['RPUSH', markOf(workspaces[2]), 'used up'],
    ];
    for (const [index, ws] of workspaces.entries()) {
      await isDegraded(false);
      await redis.run(...(lies[index] as string[]));
      expect(codesOf(await createMany(ws, 10))).toEqual(Array(10).fill(201));
      expect((await create(ws)).status).toBe(429);
      await expectExact(ws, 10);
    }
    // The connection comes back by itself, and ends again at the next lie.
    await until(async () => {
      expect((await create(workspaces[2])).status).toBe(429);
      return metric();
    }, 'the metric says degraded');
  });
});
