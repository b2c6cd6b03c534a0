import { sql } from 'kysely';
import type { TenantDatabase } from './database.ts';
import type { Query } from './query.ts';

const SECONDS_MAX = 2;

/** Reads with one statement that somebody would rather miss than wait for: a busy server stops it after two seconds. */
export function readBriefly<Row>(db: TenantDatabase, query: Query<Row>): Promise<Row[]> {
  return db.transaction(async (tx) => {
    const limit = tx.run(sql`select set_config('statement_timeout', ${`${SECONDS_MAX}s`}, true)`);
    const [, rows] = await Promise.all([limit, tx.run(query)]);
    return rows;
  });
}
