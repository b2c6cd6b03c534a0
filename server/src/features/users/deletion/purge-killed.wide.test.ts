import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConnection } from '@hubbub/embedded-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createClient, until } from '../../../../test/harness.ts';
import { hubbub, initialisedFolder, startService, useProcesses } from '../../../../test/start/processes.fixture.ts';
import { worldOf } from '../../../../test/world.ts';

useProcesses();

const EVENTS = 40_000;

/** Rows of the database of a data folder, read by its owner. */
async function sql(dataDir: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: (await readConnection(dataDir))?.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

test('delete_me: a purge that is killed half way goes on with the next start, and nothing is left', async () => {
  const DATA_DIR = initialisedFolder();
  const service = await startService({ DATA_DIR });
  const created = await hubbub(['workspaces', 'create', '--name', 'leaver', '--json'], { DATA_DIR });
  const leaver = JSON.parse(created.out);
  const form = new FormData();
  const { simulatorUrl } = await worldOf({ url: service.url, key: leaver.test_key });
  const bytes = await (await fetch(`${simulatorUrl}/files/sample.png`)).blob();
  form.set('file', new Blob([bytes], { type: 'image/png' }), 'a.png');
  expect((await createClient(service.url, leaver.test_key).post('/v1/media/upload', form)).status).toBe(201);
  await sql(
    DATA_DIR,
    `insert into events (tenant_id, seq, id, type, category, summary, data)
     select tenant_id, 1000 + n, 'evt_' || n, 'post.published', 'posts', 'S', '{}' from tenants, generate_series(1, ${EVENTS}) n where workspace_id = $1`,
    [leaver.id],
  );
  const tenants = await sql(DATA_DIR, 'select tenant_id from tenants where workspace_id = $1', [leaver.id]);
  const ids = tenants.map(({ tenant_id: id }) => id);
  const left = async () =>
    (await sql(DATA_DIR, 'select count(*)::int as n from events where tenant_id = any ($1)', [ids]))[0].n;
  expect((await createClient(service.url, leaver.live_key).delete('/v1/users/me')).body).toEqual({ ok: true });
  expect(await left()).toBeGreaterThanOrEqual(2 * EVENTS);

  await sql(DATA_DIR, 'update owners set purge_at = now(), due_at = now() where workspace_id = $1', [leaver.id]);
  await until(async () => (await left()) < 2 * EVENTS, 'the purge has begun');
  service.child.kill('SIGKILL');
  await service.ended;
  const again = await startService({ DATA_DIR });
  expect(await left()).toBeGreaterThan(0);
  const isGone = async () => (await sql(DATA_DIR, 'select 1 from workspaces where id = $1', [leaver.id])).length === 0;
  await until(isGone, 'the workspace is purged', 120_000);
  const tables = await sql(
    DATA_DIR,
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  for (const { name } of tables)
    expect(
      await sql(DATA_DIR, `select 1 from ${name} t where t::text ~ $1`, [[leaver.id, ...ids].join('|')]),
      name,
    ).toEqual([]);
  const files = await readdir(join(DATA_DIR, 'media'), { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile() && ids.some((id) => file.parentPath.includes(id)))).toEqual([]);
  expect((await fetch(`${again.url}/health/ready`)).status).toBe(200);
}, 300_000);
