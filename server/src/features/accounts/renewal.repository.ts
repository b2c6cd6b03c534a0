import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** Accounts of a platform that a person must connect again, now or soon. */
export interface Renewals {
  readonly platform: string;
  readonly mode: 'live' | 'test';
  /** Their access ends within seven days, and only a person can renew it. */
  readonly ending: number;
  /** They have lost their access. */
  readonly lost: number;
}

/** Counts over all tenants; platforms without such accounts are left out. */
export function countRenewals(system: Runner): Promise<Renewals[]> {
  return system.run(sql<Renewals>`
    select a.platform, t.mode, count(*) filter (where a.status = 'reconnect_required')::float8 as lost,
      count(*) filter (where a.status = 'active' and a.token_told_for = a.token_expires_at)::float8 as ending
    from accounts a join tenants t on t.tenant_id = a.tenant_id
    where a.disconnected_at is null and (a.status = 'reconnect_required' or a.token_told_for is not null)
    group by a.platform, t.mode`);
}
