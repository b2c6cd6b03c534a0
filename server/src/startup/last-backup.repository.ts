import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';

/** The time at which the newest backup was finished; undefined: never. */
export async function lastBackupAt(system: Runner): Promise<Date | undefined> {
  return (await system.first(sql<{ at: Date }>`select at from last_backup`))?.at;
}
