import pg from 'pg';
import { openDatabase } from '../../../server/src/db/database.ts';
import { removeExpiredRows } from '../../../server/src/workers/expired-rows.worker.ts';
import { GROWN_ACCOUNTS, GROWN_ROWS, growing } from '../../../server/test/growth/rows.ts';
import { type Spread, spreadOf } from '../measure/statistics.ts';
import { keysOf } from '../run/cli.ts';
import { startService } from '../run/service.ts';

const ROWS = Number(process.env.ROWS ?? 200_000);

/** Milliseconds of a sweep with nothing to remove, beside a tenant with many rows in each table. */
export async function sweepMs(rounds: number): Promise<{ rows: number; ms: Spread }> {
  const service = await startService();
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const db = openDatabase({ url: service.databaseUrl, connectionsMax: 1, log: () => {} });
  try {
    await owner.query('update accounts set poll_due_at = null');
    await keysOf(service.dataDir, 'grown');
    const { rows: found } = await owner.query(
      `select t.tenant_id from tenants t join workspaces w on w.id = t.workspace_id where w.name = 'grown' and t.mode = 'test'`,
    );
    const tenantId = found[0].tenant_id;
    for (const statement of GROWN_ACCOUNTS) await owner.query(statement, [tenantId]);
    for (const table in GROWN_ROWS) await owner.query(growing(table), [tenantId, ROWS]);
    await owner.query(`update actions set journal = '', journal_ended_at = created_at where tenant_id = $1`, [
      tenantId,
    ]);
    // Ended rows go first.
    await removeExpiredRows(db);
    await owner.query('vacuum analyze');
    const ms: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const startedMs = performance.now();
      await removeExpiredRows(db);
      // The first round only warms up.
      if (round > 0) ms.push(performance.now() - startedMs);
    }
    return { rows: ROWS, ms: spreadOf(ms) };
  } finally {
    await db.close();
    await owner.end();
    await service.stop();
  }
}
