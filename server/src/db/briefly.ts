import { sql } from 'kysely';
import type { TenantDatabase } from './database.ts';
import type { Runner } from './query.ts';

const SECONDS_MAX = 2;

/** Reads what somebody would rather miss than wait for: a statement of a busy server is ended after two seconds. */
export function briefly<T>(db: TenantDatabase, read: (runner: Runner) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const limit = tx.run(sql`select set_config('statement_timeout', ${`${SECONDS_MAX}s`}, true)`);
    const [, found] = await Promise.all([limit, read(tx)]);
    return found;
  });
}
