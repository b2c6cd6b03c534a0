import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { startTestService } from '../harness.ts';
import { type Cut, startCuttingProxy } from './cutting-proxy.ts';

const TRIES_MAX = 50;
const AT_ONCE = 8;

/**
 * Breaks the connection at COMMIT `cuts` times while posts are created and published, each create repeated with its
 * key until it is answered. Then every answered post must be there once, and on the platform once.
 */
export async function proveCommitCuts(cuts: number): Promise<void> {
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>> | undefined;
  const service = await startTestService(
    { LEASE_SECONDS: '2' },
    {
      async throughDatabase(url) {
        proxy = await startCuttingProxy(url);
        return proxy.url;
      },
    },
  );
  if (proxy === undefined) throw new Error('the service did not ask for its database');
  try {
    const ws = await service.workspace({ plan: 'enterprise', platforms: ['mastodon', 'twitter'] });
    await ws.control('PUT', 'settings', { duplicate_rules: false, rate_limits: false });
    const targets = Object.values(ws.accounts).map(({ id }) => ({ account_id: id }));
    const answered = new Map<string, string>();

    const createOnce = async (): Promise<void> => {
      const key = randomBytes(8).toString('hex');
      for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
        const response = await ws.api
          .post(
            '/v1/posts',
            { text: `Cut ${key}`, targets, publish_now: true },
            { headers: { 'idempotency-key': key } },
          )
          .catch(() => undefined);
        if (response?.status === 201) {
          answered.set(key, response.body.id);
          return;
        }
        if (response !== undefined) expect([409, 503], response.text).toContain(response.status);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`the create with the key ${key} was never answered`);
    };

    while (proxy.count() < cuts) {
      const missing = Math.min(cuts - proxy.count(), AT_ONCE);
      proxy.arm(Array.from({ length: missing }, (_, index): Cut => (index % 2 === 0 ? 'before' : 'after')));
      await Promise.all(Array.from({ length: AT_ONCE }, createOnce));
    }
    await untilQuiet(service);

    const rows = await service.sql('select id, text, status from posts');
    expect(rows.length, 'one post for each key').toBe(answered.size);
    for (const [key, id] of answered)
      expect(rows.find((row) => row.id === id)).toMatchObject({ text: `Cut ${key}`, status: 'published' });
    const { entries } = await ws.control('GET', 'ledger?kind=post');
    const sent = entries.map((entry: { platform: string; text: string }) => `${entry.platform} ${entry.text}`);
    expect(sent.length, 'nothing was published twice').toBe(new Set(sent).size);
    expect(sent.length, 'everything was published').toBe(answered.size * targets.length);
  } finally {
    await service.close();
    await proxy.close();
  }
}

async function untilQuiet(service: Awaited<ReturnType<typeof startTestService>>): Promise<void> {
  for (;;) {
    const open = await service.sql(`select 1 from actions where status in ('pending', 'publishing')`);
    if (open.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
