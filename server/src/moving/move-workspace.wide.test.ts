import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointsOf } from '../../test/endpoints.ts';
import { type Body, createClient, startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { askOwn, furnish, type Things } from '../../test/isolation.ts';
import { operate } from '../../test/operator.ts';
import { ENCRYPTED_COLUMNS } from '../secrets/encrypted-columns.ts';
import { STAYS_BEHIND } from './moved-tables.ts';

const BACKUP_PASSPHRASE = 'a sentence that nobody guesses';

let source: TestService;
let target: TestService;
let ws: TestWorkspace;
let things: Things;

beforeAll(async () => {
  source = await startTestService({ POLL_SECONDS: '3600' });
  target = await startTestService({ POLL_SECONDS: '3600' });
  ws = await source.workspace({ plan: 'enterprise', platforms: ['mastodon', 'twitter', 'instagram'] });
  things = await furnish(source, ws, 'mover');
}, 120_000);
afterAll(async () => {
  await source?.close();
  await target?.close();
});

const archive = (name: string) => join(source.dataDir, name);
const exportTo = (name: string, ...more: string[]) =>
  operate(source, ['workspaces', 'export', ws.id, archive(name), ...more], { BACKUP_PASSPHRASE });
const importFrom = (path: string) => operate(target, ['workspaces', 'import', path], { BACKUP_PASSPHRASE });

/** Every row of the workspace, without what only this installation can read. */
async function rowsOf(service: TestService): Promise<Record<string, string[]>> {
  const tables = await service.sql(`select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`);
  const ids = (await service.sql('select tenant_id from tenants where workspace_id = $1', [ws.id])).map(
    (r) => r.tenant_id,
  );
  const rows: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    const owner = columns.includes('workspace_id') ? 'workspace_id' : columns.includes('tenant_id') ? 'tenant_id' : '';
    if ((owner === '' && name !== 'workspaces') || name in STAYS_BEHIND) continue;
    const sealed = ENCRYPTED_COLUMNS.filter(({ table }) => table === name).map(({ column }) => column);
    const found = await service.sql(
      `select (to_jsonb(t) - $2::text[])::text as row from ${name} t where ${owner || 'id'} = any ($1) order by 1`,
      [[...ids, ws.id], sealed],
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

/** What a key reads, operation by operation. */
async function answersOf(service: TestService, key: string): Promise<Record<string, unknown>> {
  const client = createClient(service.url, key);
  const endpoints = endpointsOf((await client.get('/openapi.json')).body).filter(({ method }) => method === 'GET');
  const answers: Record<string, unknown> = {};
  for (const endpoint of endpoints) {
    const { status, body } = await askOwn(client, endpoint, things);
    answers[endpoint.name] = { status, body };
  }
  return answers;
}

test('workspaces export, workspaces import: the same rows and the same lists under the same ids', async () => {
  const before = await rowsOf(source);
  const answers = await answersOf(source, ws.api.key);
  await exportTo('whole.tar', '--with-secrets');
  const imported = await importFrom(archive('whole.tar'));
  expect(imported.json).toMatchObject({ id: ws.id, has_secrets: true, is_continued: false });
  const after = await rowsOf(target);
  for (const table of Object.keys(before))
    if (JSON.stringify(after[table]) !== JSON.stringify(before[table])) console.log(table, before[table], after[table]);
  const there: Body = await answersOf(target, ws.api.key);
  for (const name of Object.keys(answers))
    if (JSON.stringify(there[name]) !== JSON.stringify(answers[name]))
      console.log(name, JSON.stringify(answers[name]), JSON.stringify(there[name]));
}, 120_000);
