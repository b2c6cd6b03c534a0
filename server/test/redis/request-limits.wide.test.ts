import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient, startTestService, type TestService, until } from '../harness.ts';
import { BINARY, type RedisServer, startRedis } from './redis.fixture.ts';

const MAX = 20;

if (BINARY === undefined)
  console.log('left out: shared counts of requests need valkey-server or redis-server (REDIS_TEST_SERVER)');

describe.runIf(BINARY !== undefined)('counts of requests on a real server', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(BINARY as string);
  });
  afterAll(() => redis?.close());

  /** A service whose cache is in use. */
  async function start(): Promise<TestService> {
    const service = await startTestService({
      POLL_SECONDS: '3600',
      REDIS_URL: redis.url,
      KEY_REQUESTS_PER_MINUTE: String(MAX),
    });
    onTestFinished(() => service.close());
    await until(
      async () => /degraded 0$/m.test(await (await fetch(`${service.url}/metrics`)).text()),
      'the cache is in use',
    );
    return service;
  }

  test('are added up over the processes', async () => {
    const service = await start();
    const ws = await service.workspace();
    const [{ id }] = (await service.sql('select id from api_keys where tenant_id = $1', [ws.tenantId])) as [
      { id: string },
    ];
    expect((await ws.api.get('/v1/usage')).status).toBe(200);
    const name = `hubbub:requests:key:${id}`;
    await until(async () => (await redis.run('GET', name)) === '1', 'the others are told');
    // Another process has answered the rest.
    await redis.run('INCRBY', name, String(MAX));
    await until(async () => (await ws.api.get('/v1/usage')).status === 429, 'the sum counts here');
    expect(Number(await redis.run('PTTL', name))).toBeGreaterThan(0);

    // A number without an end gets one.
    await redis.run('PERSIST', name);
    await ws.api.get('/v1/usage');
    await until(async () => Number(await redis.run('PTTL', name)) > 0, 'the number ends');
  });

  test('are each process’s own while the server is gone', async () => {
    const service = await start();
    const { api } = await service.workspace();
    await redis.kill();
    const statuses: number[] = [];
    for (let n = 0; n <= MAX; n++) statuses.push((await createClient(service.url, api.key).get('/v1/usage')).status);
    expect(statuses).toEqual([...Array(MAX).fill(200), 429]);
    await redis.start();
  });
});
