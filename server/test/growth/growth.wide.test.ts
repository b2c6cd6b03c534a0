import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { startTestService, type TestService, type TestWorkspace } from '../harness.ts';
import { signedIn } from '../people.ts';
import { grownLists, READS_MORE, SHOWN_BY_BRAND } from './lists.ts';
import { explain, PLANS, queriesOf, scansOf } from './reads.ts';
import { GROWN, GROWN_ACCOUNTS, GROWN_ROWS, growing, ofTenant } from './rows.ts';

const ROWS = 20_000;
const PAGE = 50;
/** A list may read this many times the rows of a full page. */
const READS_MAX = 20;

let service: TestService;
let ws: TestWorkspace;
let db: Database;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
  const other = await service.workspace({ plan: 'enterprise' });
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  for (const [tenantId, rows, mark] of [
    [other.tenantId, ROWS / 10, 'x'],
    [ws.tenantId, ROWS, 'y'],
  ] as const) {
    for (const statement of GROWN_ACCOUNTS) await owner.query(ofTenant(statement, mark), [tenantId]);
    for (const table in GROWN_ROWS) await owner.query(ofTenant(growing(table), mark), [tenantId, rows]);
  }
  await owner.query('vacuum analyze');
  await owner.end();
  db = openDatabase({ url: service.databaseUrl, connectionsMax: 1, log: () => {} });
}, 300_000);
afterAll(async () => {
  await db?.close();
  // Their data are empty, and no event of the service is.
  await service?.sql(`delete from events where data = '{}'`);
  await service?.close();
});

test(`no list reads more than ${READS_MAX} times the rows of a page, or those that it looks through`, {
  timeout: 300_000,
}, async () => {
  const offenders: string[] = [];
  const lists = grownLists(ROWS).map((list) => ofTenant(list, 'y'));
  const brandIds = [GROWN.rareBrand, GROWN.brand, GROWN.emptyBrand].map((id) => ofTenant(id, 'y'));
  const person = await signedIn(service, ws, { role: 'editor', brandIds });
  const asked = [
    ...lists.map((path) => ({ path, headers: { authorization: `Bearer ${ws.api.key}` }, who: '' })),
    ...lists
      .filter((path) => SHOWN_BY_BRAND.test(path))
      .map((path) => ({ path, headers: person.headers, who: ' for a person' })),
  ];
  for (const { path, headers, who } of asked) {
    const rowsMax = READS_MAX * PAGE + (READS_MORE.find(([pattern]) => pattern.test(path))?.[1] ?? 0);
    const address = `${service.url}${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}`;
    let status = 0;
    const queries = await queriesOf(ws.tenantId, async () => {
      const response = await fetch(address, { headers });
      status = response.status;
      await response.arrayBuffer();
    });
    expect(status, path).toBe(200);
    expect(queries.length, path).toBeGreaterThan(0);
    for (const plan of PLANS) {
      const scans = [];
      for (const query of queries) scans.push(...scansOf(await explain(db, ws.tenantId, query, plan)));
      const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
      const [most] = scans.sort((a, b) => b.rows - a.rows);
      if (rows > rowsMax) offenders.push(`${path}${who} reads ${rows} rows, ${most?.rows} by ${most?.name} (${plan})`);
    }
  }
  expect(offenders).toEqual([]);
});
