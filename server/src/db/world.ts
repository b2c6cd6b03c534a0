import { sql } from 'kysely';
import type { World } from '../core/tenant.ts';

/** The world of the tenant in row `t`; null for a live tenant. */
export const worldOf = sql<World | null>`case when t.world is not null then json_build_object('id', t.world,
  'aheadSeconds', coalesce((select c.ahead_seconds::float8 from test_clocks c where c.tenant_id = t.tenant_id), 0)) end`;
