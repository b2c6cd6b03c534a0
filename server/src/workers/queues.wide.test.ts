import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { type Query, type Runner, toStatement } from '../db/query.ts';
import { DEPTH_MAX, depthOf, dueQueues, QUEUE_NAMES, type QueueName } from './queues.repository.ts';

const LATE_SECONDS = 600;
let service: TestService;
let ws: TestWorkspace;

/** A process without workers, so that nothing takes the work. */
beforeAll(async () => {
  service = await startTestService({ ROLE: 'api' });
  ws = await service.workspace();
  const late = `now() - interval '${LATE_SECONDS} seconds'`;
  // A thousand accounts and endpoints; half as many that are throttled or paused, which wait for no worker.
  for (const statement of [
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, next_due_at, not_before)
       select $1, 'a' || n, 'b', 'mastodon', 'p' || n, 'n', 'u', '', ${late}, case when n > 1000 then now() + interval '1 hour' else '-infinity' end
       from generate_series(1, 1500) n`,
    `insert into actions (tenant_id, id, account_id, platform, kind, input, status, due_at)
       select $1, 'x' || n, 'a' || 1 + n % 1500, 'mastodon', 'publish', '{}', 'pending', ${late} + n * interval '1 millisecond' from generate_series(1, 13500) n`,
    `insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint, not_before)
       select $1, 'w' || n, 'https://example.com', '{}', 's', 'h', case when n > 1000 then now() + interval '1 hour' end from generate_series(1, 1500) n`,
    `insert into delivery_queues (tenant_id, endpoint_id, next_due_at) select $1, 'w' || n, ${late} from generate_series(1, 1500) n
       on conflict (tenant_id, endpoint_id) do update set next_due_at = excluded.next_due_at`,
    `insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, due_at)
       select $1, 'd' || n, 'w' || 1 + n % 1500, n, 'comment.received', ${late} from generate_series(1, 13500) n`,
    `insert into callbacks (tenant_id, id, account_id, platform, key, payload, due_at)
       select $1, 'c' || n, 'a1', 'mastodon', 'k' || n, '{}', ${late} from generate_series(1, 12000) n`,
    // Most rows of each table are done.
    `insert into callbacks (tenant_id, id, account_id, platform, key, payload, due_at)
       select $1, 'e' || n, 'a1', 'mastodon', 'e' || n, '{}', null from generate_series(1, 20000) n`,
  ])
    await service.sql(statement, statement.includes('$1') ? [ws.tenantId] : []);
  await service.sql('analyze');
}, 120_000);
afterAll(() => service?.close());

const read = (worker: QueueName) => depthOf(service.app.db.system, worker);

test('long queues are counted, without what waits for no worker, up to a bound', async () => {
  for (const [worker, due] of [
    ['publish', 9000],
    ['deliveries', 9000],
    ['callbacks', DEPTH_MAX],
  ] as const) {
    const depth = await read(worker);
    expect([worker, depth.due]).toEqual([worker, due]);
    expect(depth.oldestSeconds).toBeGreaterThanOrEqual(LATE_SECONDS - 1);
  }
  const watched = ['publish', 'deliveries', 'callbacks'] as const;
  expect(await dueQueues(service.app.db.system)).toEqual(expect.arrayContaining([...watched]));
  await service.sql(`insert into holds (tenant_id, reason, since) values ($1, 'restore', now())`, [ws.tenantId]);
  const due = await dueQueues(service.app.db.system);
  expect(watched.filter((name) => due.includes(name))).toEqual(['callbacks']);
  expect(await read('publish')).toEqual({ due: 0, oldestSeconds: 0 });
  expect(await read('deliveries')).toEqual({ due: 0, oldestSeconds: 0 });
  expect((await read('callbacks')).due).toBe(DEPTH_MAX);
  await service.sql('delete from holds');
});

test('work that is due at once since it exists has not waited for ever', async () => {
  const at = `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, token_check_at, token_expires_at)
    values ($1, 'new', 'b', 'mastodon', 'new', 'n', 'u', '', '-infinity', now())`;
  await service.sql(at, [ws.tenantId]);
  const { due, oldestSeconds } = await read('tokens');
  expect(due).toBeGreaterThan(0);
  expect(oldestSeconds).toBe(0);
  await service.sql(`delete from accounts where id = 'new'`);
});

test.each([...QUEUE_NAMES, 'all workers'] as const)('the queue of %s is read by an index', async (worker) => {
  const plan = await service.app.db.system.transaction(async (tx) => {
    let lines: string[] = [];
    const explain = async <Row>(query: Query<Row>): Promise<Row[]> => {
      const { text, values } = toStatement(query);
      const compile = () => ({ sql: `explain ${text}`, parameters: values });
      lines = (await tx.run<Record<string, string>>({ expressionType: undefined, compile })).map(
        (row) => row['QUERY PLAN'] ?? '',
      );
      return [];
    };
    const runner: Runner = { run: explain, first: async (query) => (await explain(query))[0] };
    // Most of the tables are empty here, and an empty table is read whole.
    await tx.run({
      expressionType: undefined,
      compile: () => ({ sql: 'set local enable_seqscan = off', parameters: [] }),
    });
    await (worker === 'all workers' ? dueQueues(runner) : depthOf(runner, worker));
    return lines.join('\n');
  });
  expect(plan.replaceAll(/Seq Scan on (holds|app_pauses|tenants|billing_customers c)\b/g, '')).not.toContain(
    'Seq Scan',
  );
});

test('a scrape shows the queues, also in a process without workers; a reading that fails is left out', async () => {
  await service.sql('alter table revocations rename to gone');
  const { system } = service.app.db;
  const run = (text: string) =>
    system.run({ expressionType: undefined, compile: () => ({ sql: text, parameters: [] }) });
  await run('select pg_sleep(1.1)');
  const stopped = system.transaction(async (tx) => {
    for (const sql of ["set local statement_timeout = '50ms'", 'select pg_sleep(60)'])
      await tx.run({ expressionType: undefined, compile: () => ({ sql, parameters: [] }) });
  });
  await expect(stopped).rejects.toThrow('statement timeout');
  const poor = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
  const targets = [{ account_id: poor.accounts.mastodon?.id }];
  const post = (text: string) => poor.api.post('/v1/posts', { text, targets, publish_now: true });
  for (let n = 0; (await post(`Post ${n}`)).status !== 429; n++) expect(n).toBeLessThan(50);

  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).toMatch(/\nhubbub_queue_due{worker="publish"} 90\d\d\n/);
  expect(text).not.toContain('hubbub_worker_polling{');
  expect(text).not.toContain('worker="revocations"');
  expect(text).toContain('\nhubbub_scrape_errors_total{reading="queue revocations"} 1\n');
  expect(text).toMatch(/\nhubbub_database_slow_statements_total{outcome="finished"} [1-9]/);
  expect(text).toMatch(/\nhubbub_database_slow_statements_total{outcome="stopped"} [1-9]/);
  expect(text).toContain('\nhubbub_quota_refusals_total{charge="post"} 1\n');
});
