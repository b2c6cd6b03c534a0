import { expect, test } from 'vitest';
import { until } from './harness.ts';
import { startProcesses } from './kill/processes.ts';

const PROCESSES = 4;
const CREATES = 1000;
const AT_ONCE = 50;

test(`${CREATES} creates with one idempotency key over ${PROCESSES} processes make one post`, async () => {
  const { customer, clients } = await startProcesses(PROCESSES);
  const account = await customer.connect('twitter');
  const body = { text: 'Only once', targets: [{ account_id: account.id }], publish_now: true };
  const headers = { 'idempotency-key': 'one-key-for-all' };
  const responses: { status: number; id: unknown; code: unknown }[] = [];
  let sent = 0;
  const send = async () => {
    while (sent < CREATES) {
      const client = clients[sent++ % clients.length];
      const response = await client?.post('/v1/posts', body, { headers });
      responses.push({ status: response?.status ?? 0, id: response?.body.id, code: response?.body.code });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));

  const made = responses.filter(({ status }) => status === 201);
  expect(responses.length).toBe(CREATES);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  for (const { status, code } of responses.filter((response) => !made.includes(response)))
    expect({ status, code }).toEqual({ status: 409, code: 'idempotency_key_in_use' });
  const published = async () =>
    (await customer.sql(`select 1 from actions where status = 'published' and tenant_id = $1`, [customer.tenantId]))
      .length === 1;
  await until(published, 'the post is published');
  expect(await customer.sql('select 1 from posts where tenant_id = $1', [customer.tenantId])).toHaveLength(1);
  expect(await customer.sql('select posts_used from tenants where tenant_id = $1', [customer.tenantId])).toEqual([
    { posts_used: 1 },
  ]);
  expect((await customer.platforms.ledger(account.platformId)).length).toBe(1);
}, 120_000);
