import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Load, openLoad } from '../measure/load.ts';
import { quantile, type Spread, spreadOf } from '../measure/statistics.ts';
import { call } from '../run/api.ts';
import { CONCURRENCY } from '../run/http-contender.ts';
import { startRedis } from '../run/redis.ts';
import { sampleText, scheduledAt } from '../run/sample.ts';
import { type RunningService, startService } from '../run/service.ts';

const COUNT = 800;
const STATES = ['without', 'healthy', 'hung', 'killed'] as const;

/**
 * Creating posts on the Free plan without `REDIS_URL`, and with a server there that is healthy, stopped, or killed right
 * before each round. Returns the 99th percentile in milliseconds of each.
 */
export async function quotaCheck(rounds: number): Promise<Record<string, Spread>> {
  const redis = await startRedis();
  const { pid } = redis ?? {};
  if (redis === undefined || pid === undefined)
    throw new Error('the case needs valkey-server or redis-server, and no REDIS_URL');
  const services = [await startFree({}), await startFree({ REDIS_URL: redis.url })] as const;
  const loads = await Promise.all(services.map(creates));
  const [bare, checked] = loads as [Load, Load];
  const p99Ms: Record<(typeof STATES)[number], number[]> = { without: [], healthy: [], hung: [], killed: [] };
  const measure = async (load: Load) => quantile(await load.run(COUNT), 0.99);
  try {
    for (let round = 0; round <= rounds; round++) {
      const figures = { without: await measure(bare), healthy: await measure(checked), hung: 0 };
      process.kill(pid, 'SIGSTOP');
      figures.hung = await measure(checked);
      process.kill(pid, 'SIGCONT');
      await untilUsed(services[1]);
      // The first round only warms up.
      if (round > 0) for (const state of ['without', 'healthy', 'hung'] as const) p99Ms[state].push(figures[state]);
    }
    process.kill(pid, 'SIGKILL');
    for (let round = 0; round < rounds; round++) p99Ms.killed.push(await measure(checked));
  } finally {
    for (const load of loads) await load.close();
    for (const service of services) await service.stop();
  }
  return Object.fromEntries(STATES.map((state) => [state, spreadOf(p99Ms[state])]));
}

/** A service on the Free plan, with so much credit that nothing is rejected. */
async function startFree(env: NodeJS.ProcessEnv): Promise<RunningService> {
  const service = await startService({ env: { DEFAULT_PLAN: 'free', ...env } });
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await owner.query('update accounts set poll_due_at = null');
  await owner.query('update tenants set posts_used = -1000000');
  await owner.end();
  return service;
}

async function creates(service: RunningService): Promise<Load> {
  const { data } = await call(service, 'GET', '/v1/accounts?platform=mastodon');
  const targets = [{ account_id: data[0].id }];
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${service.key}` };
  return openLoad(service.url, CONCURRENCY, 201, () => ({
    method: 'POST',
    path: '/v1/posts',
    headers,
    body: JSON.stringify({ text: sampleText(), scheduled_at: scheduledAt(), targets }),
  }));
}

async function untilUsed(service: RunningService): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    if (metrics.includes('\nhubbub_quota_check_degraded 0\n')) return;
    await sleep(50);
  }
}
