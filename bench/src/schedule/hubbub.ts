import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuOfProcess, cpuOfTree } from '../measure/processes.ts';
import { callCli } from '../run/cli.ts';
import { temporaryFolder } from '../run/folder.ts';
import { startService } from '../run/service.ts';
import { dueFrom, LARGE_ACCOUNTS, SMALL_TENANTS, TARGETS } from './load.ts';
import type { EngineFigures, Platform } from './run.ts';

const AHEAD_MS = 4000;
const POLL_MS = 500;

/** The whole service: every step of every target committed before the next, its call to the platform, events and all. */
export async function runHubbub(platform: Platform): Promise<EngineFigures> {
  const dataDir = temporaryFolder('schedule');
  const first = await startService({ dataDir });
  try {
    const connect = ['accounts', 'connect-simulated', '--workspace', 'first', '--platform', 'mastodon'];
    for (let account = 1; account < LARGE_ACCOUNTS; account++) await callCli(dataDir, connect);
    for (let tenant = 0; tenant < SMALL_TENANTS; tenant++)
      await callCli(dataDir, ['workspaces', 'create', '--name', `small-${tenant}`]);
  } finally {
    await first.stop();
  }
  const service = await startService({ dataDir, env: { SIMULATOR_URL: platform.url } });
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    const { rows: accounts } = await owner.query(`
      select a.tenant_id, a.id from accounts a join tenants t using (tenant_id) join workspaces w on w.id = t.workspace_id
      where a.platform = 'mastodon' order by w.name <> 'first', a.id`);
    await owner.query('update accounts set poll_due_at = null');
    const due = dueFrom(Date.now() + AHEAD_MS);
    const rows = due.map(({ number, account, dueMs }) => ({
      ...accounts[account],
      number,
      due_at: new Date(dueMs).toISOString(),
    }));
    await owner.query(INSERT, [JSON.stringify(rows)]);
    const before = { node: cpuOfProcess(service.pid), postgres: cpuOfTree(service.postgresPid) };
    for (let open = TARGETS; open > 0; ) {
      await sleep(POLL_MS);
      open = (await owner.query("select count(*)::int as open from actions where status in ('pending', 'publishing')"))
        .rows[0].open;
    }
    const after = { node: cpuOfProcess(service.pid), postgres: cpuOfTree(service.postgresPid) };
    const { rows: claims } = await owner.query(
      `select substr(x.post_id, 6)::int as number, extract(epoch from x.started_at) * 1000 as at_ms, x.status
       from actions x where x.kind = 'publish'`,
    );
    return {
      due,
      claims: claims.map((row) => [row.number, Number(row.at_ms)]),
      nodeMicroseconds: (after.node - before.node) / TARGETS,
      postgresMicroseconds: (after.postgres - before.postgres) / TARGETS,
    };
  } finally {
    await owner.end();
    await service.stop();
  }
}

/** What creating the posts leaves behind, in one go. */
const INSERT = `
  with target as (
    select * from jsonb_to_recordset($1::jsonb) as t (tenant_id text, id text, number int, due_at timestamptz)
  ), post as (
    insert into posts (tenant_id, id, text, status, scheduled_at)
    select tenant_id, 'post_' || number, 'target ' || number, 'scheduled', due_at from target
  ), action as (
    insert into actions (tenant_id, id, account_id, platform, kind, post_id, input, status, due_at)
    select tenant_id, 'act_' || number, id, 'mastodon', 'publish', 'post_' || number, '{}', 'pending', due_at from target
  )
  update accounts a set next_due_at = t.due_at
  from (select tenant_id, id, min(due_at) as due_at from target group by 1, 2) t
  where a.tenant_id = t.tenant_id and a.id = t.id`;
