import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuOfProcess, cpuOfTree } from '../measure/processes.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { temporaryFolder } from '../run/folder.ts';
import { withPausedService } from '../run/paused-service.ts';
import { freePort, type RunningService, startService } from '../run/service.ts';
import { dueFrom, type EngineFigures, type Platform, TARGETS } from './load.ts';

const AHEAD_MS = 4000;
const POLL_MS = 500;
const LIMIT_MS = 240_000;

/** A data folder with the tenants and accounts of the load. */
export async function createTenants(): Promise<string> {
  const dataDir = temporaryFolder('schedule');
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), DEFAULT_PLAN: 'enterprise' };
  const [code] = await once(startNode([join(import.meta.dirname, 'tenants.ts')], env), 'exit');
  if (code !== 0) throw new Error(`the tenants were not created: ${code}`);
  return dataDir;
}

/** The whole service: every step of a target is committed before the next one, with platform calls and events. */
export async function runPipeline(dataDir: string, platform: Platform): Promise<EngineFigures> {
  const service = await startService({ dataDir, env: { SIMULATOR_URL: platform.url } });
  try {
    return await publish(service, service.pid);
  } finally {
    await service.stop();
  }
}

/** Only the work of a queue: claim, call, settle. Runs on the PostgreSQL of a paused service. */
export async function runMachinery(dataDir: string, platform: Platform): Promise<EngineFigures> {
  return withPausedService({ dataDir }, async (service) => {
    const child = startNode([join(import.meta.dirname, 'machinery.ts')], {
      PLATFORM_URL: platform.url,
      DATABASE_URL: service.databaseUrl,
    });
    try {
      await outputOf(child, (text) => (text.includes('ready') ? text : undefined));
      return await publish(service, child.pid as number);
    } finally {
      await stopChild(child);
    }
  });
}

async function publish(service: RunningService, pid: number): Promise<EngineFigures> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    await owner.query('truncate posts, actions, events');
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
    const before = { node: cpuOfProcess(pid), postgres: cpuOfTree(service.postgresPid) };
    const untilMs = Date.now() + LIMIT_MS;
    for (let open = TARGETS; open > 0 && Date.now() < untilMs; ) {
      await sleep(POLL_MS);
      open = (await owner.query("select count(*)::int as open from actions where status in ('pending', 'publishing')"))
        .rows[0].open;
    }
    const after = { node: cpuOfProcess(pid), postgres: cpuOfTree(service.postgresPid) };
    const { rows: claims } = await owner.query(
      `select substr(x.post_id, 6)::int as number, extract(epoch from x.started_at) * 1000 as at_ms, x.status
       from actions x where x.kind = 'publish'`,
    );
    const wrong = claims.filter(({ status }) => status !== 'published').length;
    if (wrong > 0) throw new Error(`${wrong} targets were not published`);
    return {
      due,
      claims: claims.map((row) => [row.number, Number(row.at_ms)]),
      nodeMicroseconds: (after.node - before.node) / TARGETS,
      postgresMicroseconds: (after.postgres - before.postgres) / TARGETS,
    };
  } finally {
    await owner.end();
  }
}

/** Inserts all rows of created posts at once. */
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
