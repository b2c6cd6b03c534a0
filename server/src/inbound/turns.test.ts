import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Plan, scansOf } from '../../test/growth/reads.ts';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { hubSignature } from '../../test/signed-callbacks.ts';
import { accountOf } from '../../test/steps.ts';
import { PLATFORMS, type Platform } from '../core/platforms.ts';
import { type Runner, toStatement } from '../db/query.ts';
import { CALLBACK } from '../http/limits/bounds.ts';
import { claim } from './callback.repository.ts';

let service: TestService;
/** Two workspaces that keep the service busy, and one with little to do. */
let greedy: readonly TestWorkspace[];
let small: TestWorkspace;
let messages = 0;

beforeAll(async () => {
  // A held call ends with its lease, long after a test.
  service = await startTestService({ LEASE_SECONDS: '600', POLL_SECONDS: '3600' });
  const workspace = (platforms: readonly Platform[]) => service.workspace({ platforms });
  greedy = [await workspace(PLATFORMS), await workspace(PLATFORMS)];
  small = await workspace(['facebook', 'mastodon']);
});
beforeEach(async () => {
  await service.sql('update accounts set poll_due_at = null');
  // Those in work end first: the worker locks them in its own order.
  await service.sql('delete from callbacks where lease_until <= now() and due_at is not null');
  const inWork = () => service.sql('select 1 from callbacks where due_at is not null');
  await until(async () => (await inWork()).length === 0, 'nothing is in work');
  await service.sql('delete from callbacks');
});
afterAll(() => service?.close());

/** Sends a callback with direct messages, each of a person who has not written before. */
async function send(ws: TestWorkspace, count: number, text = 'Hello'): Promise<Response> {
  const { client_secret: secret } = await ws.control('GET', 'apps/facebook');
  const { platformId: pageId } = accountOf(ws, 'facebook');
  const messaging = Array.from({ length: count }, () => {
    const number = ++messages;
    const message = { mid: `m_${number}`, text };
    return { sender: { id: String(7_000_000 + number) }, recipient: { id: pageId }, timestamp: Date.now(), message };
  });
  const body = JSON.stringify({ object: 'page', entry: [{ id: pageId, time: 1, messaging }] });
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': hubSignature(secret, body) };
  return fetch(`${service.url}/callbacks/test/${ws.world}/facebook`, { method: 'POST', body, headers });
}

const hold = (ws: TestWorkspace) => ws.control('POST', 'faults', { kind: 'hold', times: 0, when: 'before' });
async function release(ws: TestWorkspace): Promise<void> {
  await ws.control('DELETE', 'faults');
  await ws.control('POST', 'held/release-all', {});
}

const isRead = async ({ tenantId }: TestWorkspace, left = 0) =>
  (await unreadOf({ tenantId })) === left &&
  (await service.sql('select 1 from callbacks where tenant_id = $1', [tenantId])).length > 0;
async function unreadOf({ tenantId }: Pick<TestWorkspace, 'tenantId'>): Promise<number> {
  const [row] = await service.sql(
    'select count(*)::int as unread from callbacks where tenant_id = $1 and due_at is not null',
    [tenantId],
  );
  return row.unread;
}

test('a message is stored before thousands of another tenant, which came earlier', async () => {
  const [large] = greedy as [TestWorkspace];
  expect((await send(large, 3000)).status).toBe(200);
  expect((await send(small, 1)).status).toBe(200);
  await until(() => isRead(small), 'the message is stored');
  expect(await unreadOf(large)).toBeGreaterThan(1500);
});

test('tenants whose platform does not answer hold up their own messages only, also large ones', async () => {
  for (const ws of greedy) {
    await hold(ws);
    expect((await send(ws, 1, 'x'.repeat(100_000))).status).toBe(200);
    expect((await send(ws, 300)).status).toBe(200);
  }
  await until(async () => {
    const [{ taken }] = await service.sql('select count(*)::int as taken from callbacks where lease_until > now()');
    return taken > 30;
  }, 'many are asked about');
  expect((await send(small, 1)).status).toBe(200);
  expect((await send(small, 1, 'x'.repeat(100_000))).status).toBe(200);
  await until(() => isRead(small), 'the messages are stored');
  for (const ws of greedy) {
    expect(await unreadOf(ws)).toBe(301);
    await release(ws);
  }
});

test('tenants whose platforms do not answer hold up the reading of their own accounts only', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => service.workspace({ platforms: ['mastodon'] })));
  for (const ws of [...greedy, ...many]) await hold(ws);
  const read = (workspaces: readonly TestWorkspace[]) =>
    service.sql(`update accounts set poll_due_at = now() - interval '1 second' where tenant_id = any ($1)`, [
      workspaces.map(({ tenantId }) => tenantId),
    ]);
  const held = () =>
    service.sql(`select 1 from accounts where poll_lease_until between now() and now() + interval '599 seconds'`);
  await read([...greedy, ...many]);
  await until(async () => (await held()).length > 5, 'several accounts are read for a second');
  await read([small]);
  await until(
    async () =>
      (await service.sql('select 1 from accounts where tenant_id = $1 and poll_due_at <= now()', [small.tenantId]))
        .length === 0,
    'its accounts are read',
  );
  expect((await held()).length).toBeGreaterThan(5);
  for (const ws of [...greedy, ...many]) await release(ws);
});

test('while many updates of a test world wait, its callbacks are rejected', async () => {
  const [ws] = greedy as [TestWorkspace];
  await service.sql(
    `insert into callbacks (tenant_id, id, account_id, platform, key, payload, due_at)
     select $1, 'unread_' || n, $2, 'facebook', n, '{}', now() + interval '1 hour' from generate_series(1, $3::int) n`,
    [ws.tenantId, accountOf(ws, 'facebook').id, CALLBACK.unreadOfWorldMax],
  );
  const rejected = await send(ws, 1);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await rejected.json()).toMatchObject({
    code: 'too_many_requests',
    meta: { max: CALLBACK.unreadOfWorldMax },
  });
  expect((await send(small, 1)).status).toBe(200);
  await service.sql(`delete from callbacks where id = 'unread_1'`);
  expect((await send(ws, 1)).status).toBe(200);
});

test('a claim reads few callbacks, however many a tenant has', async () => {
  const [{ tenantId }] = greedy as [TestWorkspace];
  // The planner believes that there are none.
  await service.sql('vacuum analyze callbacks');
  const undone = new Error('undone');
  let rows = 0;
  let read: readonly string[] = [];
  const tried = service.app.db.system.transaction(async (tx) => {
    const add = (tenant: string, count: number, due: string) =>
      tx.run(sql`
        insert into callbacks (tenant_id, id, account_id, platform, key, payload, due_at)
        select ${tenant}, 'plan_' || ${due}::text || n, 'acc', 'facebook', ${due}::text || n, '{}', ${due}::timestamptz + n * interval '1 ms'
        from generate_series(1, ${count}::int) n`);
    await add(tenantId, 50_000, '2026-01-01');
    await add(small.tenantId, 3, '2026-01-02');
    await add('ten_later', 50_000, '2999-01-01');
    const explain: Runner['run'] = async (query) => {
      const { text, values } = toStatement(query);
      const compile = () => ({ sql: `explain (analyze, timing off, format json) ${text}`, parameters: values });
      const [row] = await tx.run<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ expressionType: undefined, compile });
      const scans = scansOf(row?.['QUERY PLAN'][0].Plan as Plan);
      read = scans.map((scan) => `${scan.rows} by ${scan.name}`);
      rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
      return [];
    };
    await claim(
      { run: explain, first: async () => undefined },
      {
        limit: 25,
        leaseSeconds: 30,
        running: new Map([[tenantId, 25]]),
        after: '',
      },
    );
    throw undone;
  });
  await expect(tried).rejects.toBe(undone);
  expect(read).not.toEqual([]);
  expect(rows, read.join(', ')).toBeLessThan(1000);
});
