import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../../../test/database/cutting-proxy.ts';
import { startTestService, type TestService, until } from '../../../test/harness.ts';
import { examplePosts, exportOf } from './exports.fixture.ts';

/** Holds a table, so that everybody who reads it waits. */
async function holdTable({ databaseUrl }: TestService, table: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return client;
}

test('an export whose database connections are lost while it is written is written again', async () => {
  let proxy: CuttingProxy | undefined;
  const throughDatabase = async (url: string) => {
    proxy = await startCuttingProxy(url);
    return proxy.url;
  };
  const service = await startTestService({ POLL_SECONDS: '3600', LEASE_SECONDS: '1' }, { throughDatabase });
  onTestFinished(async () => {
    await service.close();
    await proxy?.close();
  });
  const { sql } = service;
  const readerOf = (table: string) =>
    until(async () => {
      const where = `not granted and relation = '${table}'::regclass`;
      return (await sql(`select pid from pg_locks where ${where}`))[0];
    }, `the export reads ${table}`);
  // TikTok gives no comments, so theirs is the last table that the summary reads. The workbook reads days before them.
  const ws = await service.workspace({ platforms: ['tiktok'] });
  await examplePosts(ws, 'tiktok', 1);
  const summary = await holdTable(service, 'export_comments');
  const { body } = await exportOf(ws, 'tiktok');
  await readerOf('export_comments');
  const workbook = await holdTable(service, 'account_days');
  await summary.end();
  await readerOf('account_days');
  proxy?.cutAll();
  await workbook.end();
  const end = await until(async () => {
    await sql(`update exports set due_at = now() where id = $1 and status = 'processing' and due_at > now()`, [
      body.id,
    ]);
    const { body: found } = await ws.api.get(`/v1/exports/${body.id}`);
    return found.status !== 'processing' && found;
  }, 'the export has ended');
  expect(end).toMatchObject({ status: 'completed', total_videos: 1 });
});
