import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';

/** Shortens the pauses of the simulator's apps by the seconds that its clock has moved. */
export async function shortenTestPauses(system: Runner, seconds: number): Promise<void> {
  await system.run(sql`
    update app_pauses p set until = p.until - ${seconds}::float8 * interval '1 second', since = p.since - ${seconds}::float8 * interval '1 second'
    from platform_apps a where a.mode = 'test' and a.platform = p.platform and a.client_id = p.app_id`);
}
