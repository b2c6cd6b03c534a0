import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leases } from '../../src/engine/index.ts';
import { queueAccounts } from '../../src/features/posts/model/account-queue.repository.ts';
import { DIRECT_ACTOR } from '../direct-actor.ts';
import { type Body, startTestService, type TestService, until } from '../harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROLE: 'api' });
});
afterAll(() => service?.close());

/** Something is queued while a worker, which has just settled the last action of the account, holds its row. */
async function whileSettling(accountId: string, enqueue: () => Promise<unknown>): Promise<Date | null> {
  const worker = new pg.Client({ connectionString: service.databaseUrl });
  await worker.connect();
  try {
    await worker.query(`update accounts set next_due_at = now() - interval '1 second' where id = $1`, [accountId]);
    await worker.query('begin');
    await worker.query('select 1 from accounts where id = $1 for update', [accountId]);
    const queued = enqueue();
    await until(
      async () =>
        (
          await service.sql(
            `select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
          )
        ).length > 0,
      'the other transaction waits for the account',
    );
    await worker.query('update accounts set next_due_at = null where id = $1', [accountId]);
    await worker.query('commit');
    await queued;
  } finally {
    await worker.end();
  }
  const [row] = await service.sql('select next_due_at from accounts where id = $1', [accountId]);
  return row.next_due_at;
}

describe('work queued while the queue is being emptied is not lost', () => {
  test('a post', async () => {
    const { api, accounts } = await service.workspace({ platforms: ['mastodon'] });
    const accountId = accounts.mastodon?.id as string;
    const post = { text: 'Not forgotten', targets: [{ account_id: accountId }], publish_now: true };
    const due = await whileSettling(accountId, () => api.post('/v1/posts', post));
    expect(due).not.toBeNull();
  });

  test('an import', async () => {
    const { tenantId, accounts } = await service.workspace({ platforms: ['mastodon'] });
    const accountId = accounts.mastodon?.id as string;
    const [{ brand_id: brandId }] = (await service.sql('select brand_id from accounts where id = $1', [accountId])) as [
      Body,
    ];
    const dues = new Map([[accountId, { brandId, dueAt: new Date(Date.now() + 3_600_000) }]]);
    const due = await whileSettling(accountId, () =>
      service.app.db
        .tenant(tenantId)
        .transaction((tx) => queueAccounts(tx, { actor: DIRECT_ACTOR, tenant: { id: tenantId } }, dues)),
    );
    expect(due).not.toBeNull();
  });
});

test('a tenant gets no more worker slots than its share, however many of its actions are due', async () => {
  const { db } = service.app;
  await service.sql('update accounts set next_due_at = null');
  const publish = async (platforms: ['mastodon', 'twitter', 'instagram'] | ['mastodon']) => {
    const { api, tenantId, accounts } = await service.workspace({ platforms });
    const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
    for (const { id } of Object.values(accounts))
      await api.post('/v1/posts', {
        text: `For ${id}`,
        media: [image],
        targets: [{ account_id: id }],
        publish_now: true,
      });
    return tenantId;
  };
  const large = await publish(['mastodon', 'twitter', 'instagram']);
  const small = await publish(['mastodon']);
  const claim = async (running: number) => {
    const claimed = await leases.claim(db.system, 10, 30, { running: new Map([[large, running]]), max: 2 });
    return claimed
      .map(({ tenantId }) => (tenantId === large ? 'large' : tenantId === small ? 'small' : tenantId))
      .sort();
  };
  expect(await claim(1)).toEqual(['large', 'small']);
  expect(await claim(2)).toEqual([]);
  expect(await claim(0)).toEqual(['large', 'large']);
});
