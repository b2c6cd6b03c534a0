import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { startTestService, type TestService, type TestWorkspace } from '../harness.ts';
import { grownLists } from './lists.ts';
import { explain, PLANS, queriesOf, readsOf } from './reads.ts';
import { GROWN_ACCOUNTS, GROWN_ROWS, growing } from './rows.ts';

const ROWS = Number(process.env.GROWN_ROWS ?? 20_000);

let service: TestService;
let ws: TestWorkspace;
let db: Database;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
  const other = await service.workspace({ plan: 'enterprise' });
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  for (const { tenantId } of [other, ws]) {
    for (const statement of GROWN_ACCOUNTS) await owner.query(statement, [tenantId]);
    for (const table in GROWN_ROWS) await owner.query(growing(table), [tenantId, ROWS]);
  }
  await owner.query('vacuum analyze');
  await owner.end();
  db = openDatabase({ url: service.databaseUrl, connectionsMax: 1, log: () => {} });
}, 600_000);
afterAll(async () => {
  await db?.close();
  await service?.close();
});

test('dev', async () => {
  const lines: [number, string][] = [];
  for (const path of grownLists(ROWS)) {
    if (process.env.LIST && !path.includes(process.env.LIST)) continue;
    let count = 0;
    const sent = await queriesOf(ws.tenantId, async () => {
      const { status, body, text } = await ws.api.get(path);
      if (status !== 200) console.log(path, status, text);
      count = body.data?.length ?? body.comments?.length ?? -1;
    });
    const cells: string[] = [];
    let worst = 0;
    for (const mode of PLANS) {
      let rows = 0;
      let blocks = 0;
      for (const statement of sent) {
        if (!/^\s*(select|with)/i.test(statement.text) || /enter_tenant|set_config/.test(statement.text)) continue;
        try {
          const plan = await explain(db, ws.tenantId, statement, mode);
          const reads = readsOf(plan);
          rows += reads.rows;
          blocks += reads.blocks;
          if (process.env.PLAN) console.log(mode, statement.text, JSON.stringify(statement.values), show(plan));
        } catch (error) {
          console.log(path, String(error), statement.text.slice(0, 300), statement.values);
        }
      }
      worst = Math.max(worst, rows, blocks);
      cells.push(`${String(rows).padStart(7)} ${String(blocks).padStart(7)}`);
    }
    lines.push([worst, `${cells.join(' | ')} ${count} ${path}`]);
  }
  lines.sort((a, b) => b[0] - a[0]);
  console.log(lines.map(([, line]) => line).join('\n'));
  expect(1).toBe(1);
}, 600_000);

// biome-ignore lint/suspicious/noExplicitAny: dev
function show(plan: any, depth = 0): string {
  const keys = [
    'Relation Name',
    'Index Name',
    'Index Cond',
    'Filter',
    'Actual Rows',
    'Actual Loops',
    'Rows Removed by Filter',
    'Subplan Name',
  ];
  return `\n${' '.repeat(depth)}${plan['Node Type']} ${keys
    .filter((k) => plan[k] !== undefined)
    .map((k) => `${k}=${plan[k]}`)
    .join(' ')}${(plan.Plans ?? []).map((p: any) => show(p, depth + 2)).join('')}`;
}
