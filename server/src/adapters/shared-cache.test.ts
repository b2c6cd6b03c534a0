import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startTestService, until } from '../../test/harness.ts';
import { targetsOn } from '../../test/steps.ts';
import { openSharedCache } from './shared-cache.ts';

/** A server that takes connections and never answers; without `answers` it closes them at once. */
async function brokenServer({ answers }: { answers: boolean }): Promise<{ url: string; taken: () => number }> {
  let taken = 0;
  const server = createServer((socket) => {
    taken += 1;
    socket.on('error', () => {});
    if (!answers) socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, taken: () => taken };
}

const deadUrl = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `redis://127.0.0.1:${port}`;
};

test.each([
  ['dead', deadUrl],
  ['that closes every connection', async () => (await brokenServer({ answers: false })).url],
  ['that never answers', async () => (await brokenServer({ answers: true })).url],
])('a server %s: calls end at once, and one line in the log tells of it', async (_name, address) => {
  const lines: string[] = [];
  const cache = openSharedCache(await address(), pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
  onTestFinished(() => cache.close());
  const read = () => cache.read('key', /./);
  expect(await Promise.all(Array.from({ length: 100 }, read))).toEqual(Array(100).fill(undefined));
  cache.write('key', 'value', 1000);
  expect(await cache.count('number', 1, 1000)).toBeUndefined();
  cache.remove('key');
  await until(async () => lines.length > 0, 'the fault is known');
  expect(cache.isDegraded()).toBe(true);
  expect(await read()).toBeUndefined();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] as string).msg).toMatch(/^the server at REDIS_URL cannot be used: requests are allowed/);
});

test('a service whose server of the cache never answers starts, allows and counts; /metrics says so', async () => {
  const { url, taken } = await brokenServer({ answers: true });
  const service = await startTestService({ POLL_SECONDS: '3600', REDIS_URL: url });
  onTestFinished(() => service.close());
  const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
  const create = (n: number) =>
    ws.api.post('/v1/posts', {
      text: `Number ${n}`,
      targets: targetsOn(ws, 'mastodon'),
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
  const statuses = (await Promise.all(Array.from({ length: 12 }, (_, n) => create(n)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(10).fill(201), 429, 429]);
  expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(10);
  expect(taken()).toBeGreaterThan(0);
  await until(
    async () => (await (await fetch(`${service.url}/metrics`)).text()).includes('\nhubbub_quota_check_degraded 1\n'),
    'the metric says so',
  );
});
