import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import { STORED_KEYS } from '../db/stored-keys.ts';

const PAGE = 5000;

/** The keys of stored files that a tenant's rows name, in pages. */
export async function* keysOf(system: Runner, tenantId: string): AsyncGenerator<readonly string[]> {
  const all = sql.raw(Object.values(STORED_KEYS).join(' union all '));
  for (let after = ''; ; ) {
    const rows = await system.run(sql<{ key: string }>`
      select key from (${all}) named where tenant_id = ${tenantId} and key collate "C" > ${after}
      order by key collate "C" limit ${PAGE}`);
    if (rows.length === 0) return;
    yield rows.map(({ key }) => key);
    after = rows.at(-1)?.key ?? '';
  }
}
