import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { eventsOf } from '../../test/steps.ts';
import { EVENT_TYPES } from '../core/event.ts';
import { type Query, type Runner, toStatement } from '../db/query.ts';
import { closeDeleted } from '../suspensions/finding.repository.ts';
import { planNextLook, removeEvents, takeDueLog } from './event-sweep.repository.ts';
import { expiryStatements } from './expired-rows.repository.ts';
import { removeExpiredRows } from './expired-rows.worker.ts';

const ROWS = 20_000;
/** The index of each statement, in their order. Fingerprints live for two minutes, so there are never many. */
const INDEXES: readonly (readonly [index: string, isFilled: boolean] | undefined)[] = [
  ['idempotency_keys_expiry', true],
  undefined,
  ['connect_states_expiry', false],
  ['pending_connections_expiry', false],
  ['app_pauses_until', false],
  ['app_calls_until', false],
  ['callbacks_read', true],
  ['forwards_received', false],
  ['billing_notices_received', false],
  ['revocations_given_up', false],
  ['early_changes_received', true],
  ['webhook_replays_completed', false],
  ['webhook_hours_by_hour', false],
  ['sessions_by_end', false],
  ['person_tokens_by_end', false],
  ['invitations_by_end', false],
  ['audit_by_time', true],
  ['held_decided', false],
  ['deliveries_ended', true],
  ['actions_journal_ended', true],
  ['audit_with_ip', true],
  ['review_decisions_with_ip', false],
];

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter' });
});
afterAll(() => service?.close());

const DATA = JSON.stringify(
  EVENT_TYPES['post.deleted'].example({ platform: 'x', at: new Date().toISOString(), livemode: false }),
);

/** Rows of all kinds, the oldest first, so many of each age from 99 days to 0. */
async function fill(tenantId: string, rows = ROWS): Promise<void> {
  const age = `now() - (99 - (n - 1) * 100 / ${rows}) * interval '1 day'`;
  const ends = `${age} + interval '1 hour'`;
  const made = `from generate_series(1, ${rows}) n`;
  for (const statement of [
    `insert into idempotency_keys (tenant_id, scope, key, actor_id, request_hash, status, expires_at) select $1, 's', 'k' || n, 'key', '\\x00', 200, ${ends} ${made}`,
    `insert into callbacks (tenant_id, id, account_id, platform, key, payload, received_at, due_at)
       select $1, 'c' || n, 'a', 'twitter', 'k' || n, '{}', ${age}, case when n % 1000 = 0 then now() + interval '1 day' end ${made}`,
    `insert into early_changes (tenant_id, account_id, item, platform_id, change, at, received_at) select $1, 'a', 'comment', 'p' || n, 'edit', ${age}, ${age} ${made}`,
    `insert into actions (tenant_id, id, account_id, platform, kind, input, status, journal, journal_ended_at)
       select $1, 'act' || n, 'a', 'twitter', 'publish', '{}', case when n % 1000 = 0 then 'pending' else 'published' end,
         '1795697945979 0 published {}', ${age} ${made}`,
    `insert into events (tenant_id, seq, id, type, category, summary, data, created_at)
       select $1, n, 'evt_' || n, 'post.deleted', 'posts', 'S', '${DATA}', now() - (${rows} - n) * interval '100 days' / ${rows} ${made}`,
    `insert into audit (tenant_id, id, at, actor, actor_id, action, changes, ip, request_id)
       select $1, 'aud_' || n, now() - (499 - (n - 1) * 500 / ${rows}) * interval '1 day', '{"id":"usr"}', 'usr', 'update_post', '{}', '192.0.2.7', 'r' ${made}`,
    `insert into delivery_queues (tenant_id, endpoint_id) values ($1, 'w')`,
    `insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, status, due_at) select $1, 'd' || n, 'w', n, 'comment.received',
       case when n % 1000 = 0 then 'pending' else 'success' end, case when n % 1000 = 0 then now() + interval '1 day' end ${made}`,
    `insert into delivery_attempts (tenant_id, delivery_id, attempt, duration_ms) select $1, 'd' || n, 1, 5 ${made}`,
  ])
    await service.sql(statement, [tenantId]);
  await service.sql(
    `update deliveries set ended_at = now() - (99 - (event_seq - 1) * 100 / ${rows}) * interval '1 day' where tenant_id = $1 and ended_at is not null`,
    [tenantId],
  );
  await service.sql('update tenants set seq = $2 where tenant_id = $1', [tenantId, rows]);
  await service.sql('vacuum analyze');
}

const left = async (
  table: string,
  column: string,
  tenantId = ws.tenantId,
): Promise<{ count: number; days: number }> => {
  const [row] = await service.sql(
    `select count(*)::int as count, coalesce(max(extract(epoch from now() - ${column}) / 86400), 0)::float8 as days from ${table} where tenant_id = $1`,
    [tenantId],
  );
  return row as { count: number; days: number };
};

/** The plan of a statement of the sweep, as the role that runs it. */
async function planOf(query: Query<unknown>, options = '', isWholeRuledOut = false): Promise<string> {
  const { text, values } = toStatement(query);
  const explain = {
    expressionType: undefined,
    compile: () => ({ sql: `explain ${options} ${text}`, parameters: values }),
  };
  return service.app.db.system.transaction(async (tx) => {
    if (isWholeRuledOut) await tx.run(sql`set local enable_seqscan = off`);
    const rows = await tx.run<Record<string, string>>(explain);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

test('everything that is past its time goes, by an index, and the rest stays', async () => {
  await fill(ws.tenantId);
  const statements = expiryStatements();
  expect(statements).toHaveLength(INDEXES.length);
  for (const [place, statement] of statements.entries()) {
    const [index, isFilled] = INDEXES[place] ?? [];
    if (index === undefined) continue;
    // A table without rows is read as a whole unless that is ruled out.
    const plan = await planOf(statement, '', isFilled === false);
    expect(plan, plan).toContain(index);
    // Nearly always nothing is suspended, so `holds` has no rows.
    expect(plan.match(/Seq Scan on (?!holds\b)\w+/), plan).toBeNull();
  }
  await service.sql('update event_sweeps set due_at = now()');
  await removeExpiredRows(service.app.db);

  expect(await left('idempotency_keys', 'expires_at')).toMatchObject({ count: ROWS / 100 });
  // Callbacks of a week, and the older ones that wait to be read.
  expect((await left('callbacks', 'received_at')).count).toBe(
    (ROWS / 100) * 7 + Math.floor(((ROWS / 100) * 93) / 1000),
  );
  expect((await left('early_changes', 'received_at')).count).toBe((ROWS / 100) * 30);
  expect(
    await service.sql('select count(*)::int as count, count(ip)::int as ips from audit where tenant_id = $1', [
      ws.tenantId,
    ]),
  ).toEqual([{ count: (ROWS / 500) * 400, ips: (ROWS / 500) * 90 }]);
  // The journal of what is in progress stays.
  expect(
    await service.sql('select count(journal)::int as count from actions where tenant_id = $1', [ws.tenantId]),
  ).toEqual([{ count: (ROWS / 100) * 90 + ROWS / 10 / 1000 }]);
  const deliveries = (await left('deliveries', 'created_at')).count;
  expect((await left('deliveries', 'ended_at')).days).toBeLessThan(30);
  expect(
    await service.sql(`select count(*)::int as count from delivery_attempts where tenant_id = $1`, [ws.tenantId]),
  ).toEqual([{ count: deliveries }]);

  // Seven days of the log, and the events that deliveries wait for.
  const [waiting] = await service.sql(
    `select count(*)::int as count from events where tenant_id = $1 and created_at < now() - interval '7 days'`,
    [ws.tenantId],
  );
  expect(waiting?.count).toBe(Math.floor((ROWS * 93) / 100 / 1000));
  expect((await left('events', 'created_at')).count).toBe((ROWS * 7) / 100 + waiting?.count);
}, 120_000);

async function rowsRead(tx: Runner): Promise<number> {
  const row = await tx.first(sql<{ rows: number }>`
    select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_all_tables where schemaname = 'public'`);
  return row?.rows ?? Number.NaN;
}

async function buffersRead(): Promise<number> {
  let buffers = 0;
  for (const statement of expiryStatements()) {
    const plan = await planOf(statement, '(analyze, buffers, timing off)');
    buffers += Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1] ?? 0) + Number(/read=(\d+)/.exec(plan)?.[1] ?? 0);
  }
  return buffers;
}

describe('a sweep with nothing to remove', () => {
  test('reads next to nothing', async () => {
    await removeExpiredRows(service.app.db);
    // Autovacuum comes again when a transaction that was still open kept it from removing dead rows.
    await until(async () => {
      await service.sql('vacuum analyze');
      return (await buffersRead()) < 500;
    }, 'a sweep reads fewer than 500 buffers');
    // The connection still counts what it read before, until it reports.
    const read = await service.app.db.system.transaction(async (tx) => {
      const before = await rowsRead(tx);
      expect(await takeDueLog(tx)).toBeUndefined();
      await closeDeleted(tx);
      return (await rowsRead(tx)) - before;
    });
    expect(read).toBeLessThan(100);
  });
});

describe('the log', () => {
  const dueIn = async (tenantId: string): Promise<number> => {
    const [row] = await service.sql(
      'select extract(epoch from due_at - now())::float8 / 3600 as hours from event_sweeps where tenant_id = $1',
      [tenantId],
    );
    return row?.hours as number;
  };
  const write = (tenantId: string, ...ages: string[]) =>
    service.sql(
      `insert into events (tenant_id, seq, id, type, category, summary, data, created_at)
       select $1, n, 'evt_' || n, 'post.deleted', 'posts', 'S', '${DATA}', now() - age::interval from unnest($2::text[]) with ordinality as u (age, n)`,
      [tenantId, ages],
    );
  const seqs = async (workspace: TestWorkspace) =>
    (
      await service.sql('select seq::int as seq from events where tenant_id = $1 order by seq', [workspace.tenantId])
    ).map(({ seq }: Body) => seq);
  const shown = async ({ api }: TestWorkspace) => (await eventsOf(api)).map(({ seq }) => seq);

  test('ends by the plan; another plan hides or shows at once, and has the log swept', async () => {
    const own = await service.workspace({ plan: 'pro' });
    await write(own.tenantId, '31 days', '29 days', '8 days', '6 days', '2 hours');
    await service.sql('update event_sweeps set due_at = now() where tenant_id = $1', [own.tenantId]);
    await removeExpiredRows(service.app.db);
    expect(await seqs(own)).toEqual([2, 3, 4, 5]);
    expect(await dueIn(own.tenantId)).toBeCloseTo(24, 1);

    await service.sql(`update workspaces set plan = 'free' where id = $1`, [own.id]);
    expect(await dueIn(own.tenantId)).toBeLessThanOrEqual(0);
    await removeExpiredRows(service.app.db);
    // A day is shown. A week is kept, because deliveries are tried for three days.
    expect(await seqs(own)).toEqual([4, 5]);
    const free = { ...own, api: (await freshKey(own)).api };
    expect(await shown(free)).toEqual([5]);
    await service.sql(`update workspaces set plan = 'business' where id = $1`, [own.id]);
    expect(await shown({ ...own, api: (await freshKey(own)).api })).toEqual([4, 5]);
  });

  test("ends by the tenant's own clock", async () => {
    const own = await service.workspace({ plan: 'pro' });
    await write(own.tenantId, '2 days', '1 hour');
    await service.sql('update event_sweeps set due_at = now() where tenant_id = $1', [own.tenantId]);
    await removeExpiredRows(service.app.db);
    expect(await dueIn(own.tenantId)).toBeCloseTo(28 * 24, 0);
    await own.api.post('/v1/test/clock', { advance: 'P29D' });
    expect(await dueIn(own.tenantId)).toBeLessThanOrEqual(0);
    await removeExpiredRows(service.app.db);
    expect(await seqs(own)).toEqual([2]);
  });

  test('is looked at again after a process died in the middle of it, and after a change meanwhile', async () => {
    const own = await service.workspace({ plan: 'starter' });
    await write(own.tenantId, '8 days', '1 hour');
    const { system } = service.app.db;
    await service.sql('update event_sweeps set due_at = now() + $1::interval', ['1 day']);
    // The row stays locked, because the worker of the service would take the log, too. The column rounds up to a millisecond.
    const log = await system.transaction(async (tx) => {
      await tx.run(sql`update event_sweeps set due_at = now() - interval '1 second' where tenant_id = ${own.tenantId}`);
      return takeDueLog(tx);
    });
    expect(log?.tenant_id).toBe(own.tenantId);
    expect(await takeDueLog(system)).toBeUndefined();
    expect(await dueIn(own.tenantId)).toBeCloseTo(1 / 6, 1);
    await service.sql('update event_sweeps set due_at = now() where tenant_id = $1', [own.tenantId]);
    await removeEvents(system, log as NonNullable<typeof log>, '0');
    await planNextLook(system, log as NonNullable<typeof log>);
    expect(await dueIn(own.tenantId)).toBeLessThanOrEqual(0);
    expect(await seqs(own)).toEqual([2]);
  });
});

/** A key that nothing is remembered of: its tenant has the plan of now. */
async function freshKey(own: TestWorkspace): Promise<TestWorkspace> {
  const { withNewKey } = await import('../../test/steps.ts');
  return withNewKey(service, own);
}
