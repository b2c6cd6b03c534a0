import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/harness.ts';
import type { Runner } from '../db/query.ts';
import { claim } from './lease.repository.ts';

let service: TestService;
/** Two tenants with more accounts due than a claim looks at, and one with ten that became due after them. */
const LARGE_ACCOUNTS = 2100;
const SMALL_ACCOUNTS = 10;
const tenants: string[] = [];

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  for (let count = 0; count < 3; count += 1) tenants.push((await service.workspace({ platforms: [] })).tenantId);
});
afterAll(() => service?.close());

async function makeDue(tx: Runner, tenantId: string, accounts: number, secondsAgo: number): Promise<void> {
  const due = sql`now() - ${secondsAgo} * interval '1 second'`;
  await tx.run(sql`
    insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, next_due_at)
    select ${tenantId}, 'acc_turn_' || n, 'brand', 'mastodon', 'turn_' || n, 'Turn', 'turn', '', ${due} from generate_series(1, ${accounts}::int) n`);
  await tx.run(sql`
    insert into actions (tenant_id, id, account_id, platform, kind, input, status, due_at)
    select ${tenantId}, 'act_turn_' || n, 'acc_turn_' || n, 'mastodon', 'publish', '{}', 'pending', ${due} from generate_series(1, ${accounts}::int) n`);
}

test('a tenant with ten due accounts is served before tenants with thousands, which were due earlier, take another turn', async () => {
  const [first = '', second = '', small = ''] = tenants;
  const undone = new Error('undone');
  const order: string[] = [];
  const running = new Map([
    [first, 64],
    [second, 63],
  ]);
  // Nobody else sees these rows, so the worker of the service does not take them.
  const tried = service.app.db.system.transaction(async (tx) => {
    await makeDue(tx, first, LARGE_ACCOUNTS, 60);
    await makeDue(tx, second, LARGE_ACCOUNTS, 60);
    await makeDue(tx, small, SMALL_ACCOUNTS, 1);
    for (let place = 0; place < 15; place += 1)
      for (const { tenantId } of await claim(tx, 1, 30, { running, max: 100 })) {
        order.push(tenantId === small ? 'small' : 'large');
        running.set(tenantId, (running.get(tenantId) ?? 0) + 1);
      }
    throw undone;
  });
  await expect(tried).rejects.toBe(undone);
  expect(order).toEqual([...Array(10).fill('small'), ...Array(5).fill('large')]);
});
