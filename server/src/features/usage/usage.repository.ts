import { sql } from 'kysely';
import { limitByPlan, PLANS, type Plan, type PlanName } from '../../core/billing/plans.ts';
import type { Charge } from '../../core/operation.ts';
import { callOf, type Runner } from '../../db/query.ts';

/** The plan of a tenant and its counters in the current period. */
export interface Usage {
  /** The tenant's clock. */
  readonly now: Date;
  readonly planName: PlanName;
  readonly plan: Plan;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly postsUsed: number;
  readonly interactionsUsed: number;
  readonly exportsUsed: number;
  readonly storageBytes: number;
  /** Reserved for uploads in progress. */
  readonly storageReservedBytes: number;
  readonly mediaCount: number;
}

/** Reads the counters. After the end of a period they are zero, although no write has reset them yet. */
export async function current(db: Runner, tenantId: string): Promise<Usage> {
  const row = await db.first(sql<{
    now: Date;
    plan: PlanName;
    starts: Date;
    ends: Date;
    posts_used: number;
    interactions_used: number;
    exports_used: number;
    storage_bytes: number;
    storage_reserved_bytes: number;
    media_count: number;
  }>`
    select tenant_now() as now, t.plan, p.starts, p.ends,
      case when t.period_start = p.starts then t.posts_used else 0 end as posts_used,
      case when t.period_start = p.starts then t.interactions_used else 0 end as interactions_used,
      case when t.period_start = p.starts then t.exports_used else 0 end as exports_used,
      t.storage_bytes, t.storage_reserved_bytes, t.media_count
    from tenants t, period_of(t) p
    where t.tenant_id = ${tenantId}`);
  if (row === undefined) throw new Error(`tenant ${tenantId} has no counters`);
  return {
    now: row.now,
    planName: row.plan,
    plan: PLANS[row.plan],
    periodStart: row.starts,
    periodEnd: row.ends,
    postsUsed: row.posts_used,
    interactionsUsed: row.interactions_used,
    exportsUsed: row.exports_used,
    storageBytes: row.storage_bytes,
    storageReservedBytes: row.storage_reserved_bytes,
    mediaCount: row.media_count,
  };
}

/** The counters of a period. */
export type Counted = Charge | 'export';

/** How much of a charge each plan allows in a period, as `take_usage` takes it. */
export const ALLOWANCES: Readonly<Record<Counted, string>> = {
  post: limitByPlan('postsPerPeriodMax'),
  interaction: limitByPlan('interactionsPerPeriodMax'),
  export: limitByPlan('exportsPerPeriodMax'),
};

const takeUsage = callOf<{ result: Date }>('take_usage');

/**
 * Takes `amount` of the allowance, or aborts the transaction with the reason `quota:<charge>` when that would pass the
 * plan's limit. Locks the tenant's row: call it last. Returns the period that paid.
 */
export async function take(tx: Runner, tenantId: string, charge: Counted, amount: number): Promise<Date> {
  const row = await tx.first(takeUsage({ tenant: tenantId, charge, amount, limits: ALLOWANCES[charge] }));
  return row?.result as Date;
}

/** Refunds one credit to the period that paid, unless that period has ended. */
export async function giveBack(tx: Runner, tenantId: string, charge: Counted, period: Date): Promise<void> {
  const used = sql.ref(`${charge}s_used`);
  await tx.run(sql`
    update tenants set ${used} = greatest(${used} - 1, 0) where tenant_id = ${tenantId} and period_start = ${period}`);
}

/** How many brands the tenant has. */
export async function brandsUsed(db: Runner, tenantId: string): Promise<number> {
  const row = await db.first(
    sql<{ used: number }>`select count(*)::int as used from brands where tenant_id = ${tenantId}`,
  );
  return row?.used ?? 0;
}

/** The bytes of all stored media, over all tenants. */
export async function storedBytes(system: Runner): Promise<number> {
  const row = await system.first(
    sql<{ bytes: number }>`select coalesce(sum(storage_bytes), 0)::float8 as bytes from tenants`,
  );
  return row?.bytes ?? 0;
}
