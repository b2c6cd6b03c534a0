import { sql } from 'kysely';
import type { Tenant } from '../../core/context.ts';
import type { Charge } from '../../core/operation.ts';
import type { Runner } from '../../db/query.ts';

/** The counters of a tenant in the period that now lies in. */
export interface Usage {
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly postsUsed: number;
  readonly interactionsUsed: number;
  readonly storageBytes: number;
  /** Held for files that come in right now. */
  readonly storageReservedBytes: number;
  readonly mediaCount: number;
}

const PERIOD_MS = 30 * 24 * 3600 * 1000;

/** Reads the counters; a period that has ended counts as empty although no write has rolled it over yet. */
export async function current(db: Runner, tenant: Tenant): Promise<Usage> {
  const row = await db.first(sql<{
    period_start: Date;
    posts_used: number;
    interactions_used: number;
    storage_bytes: number;
    storage_reserved_bytes: number;
    media_count: number;
  }>`
    select p.start as period_start,
      case when t.period_start = p.start then t.posts_used else 0 end as posts_used,
      case when t.period_start = p.start then t.interactions_used else 0 end as interactions_used,
      t.storage_bytes, t.storage_reserved_bytes, t.media_count
    from tenants t, lateral (select period_start(${tenant.createdAt}, tenant_now()) as start) p
    where t.tenant_id = ${tenant.id}`);
  if (row === undefined) throw new Error(`tenant ${tenant.id} has no counters`);
  return {
    periodStart: row.period_start,
    periodEnd: new Date(row.period_start.getTime() + PERIOD_MS),
    postsUsed: row.posts_used,
    interactionsUsed: row.interactions_used,
    storageBytes: row.storage_bytes,
    storageReservedBytes: row.storage_reserved_bytes,
    mediaCount: row.media_count,
  };
}

/**
 * Takes `amount` of the allowance, or ends the transaction with the refusal `quota:<charge>` when the Free plan's limit
 * would be passed. Locks the tenant's row: call it last. Returns the period that paid.
 */
export async function take(tx: Runner, tenant: Tenant, charge: Charge, amount: number): Promise<Date> {
  const limit = charge === 'post' ? tenant.plan.postsPerPeriodMax : tenant.plan.interactionsPerPeriodMax;
  const posts = charge === 'post' ? amount : 0;
  const interactions = charge === 'interaction' ? amount : 0;
  const row = await tx.first(sql<{ period_start: Date }>`
    with p as (select period_start(${tenant.createdAt}, tenant_now()) as start),
    taken as (
      update tenants t set
        posts_used = case when t.period_start = p.start then t.posts_used else 0 end + ${posts},
        interactions_used = case when t.period_start = p.start then t.interactions_used else 0 end + ${interactions},
        period_start = p.start
      from p
      where t.tenant_id = ${tenant.id} and (${limit}::int = -1 or
        case when t.period_start = p.start then case when ${posts}::int > 0 then t.posts_used else t.interactions_used end else 0 end + ${amount}::int <= ${limit}::int)
      returning t.period_start
    )
    select case when not exists (select from taken) then refuse(${`quota:${charge}`}) end, period_start from (select max(period_start) as period_start from taken) x`);
  return row?.period_start as Date;
}

/** Gives one credit back to the period that paid; a period that has ended has nothing to give back to. */
export async function giveBack(tx: Runner, tenantId: string, charge: Charge, period: Date): Promise<void> {
  const posts = charge === 'post' ? 1 : 0;
  await tx.run(sql`
    update tenants set posts_used = greatest(posts_used - ${posts}, 0), interactions_used = greatest(interactions_used - ${1 - posts}, 0)
    where tenant_id = ${tenantId} and period_start = ${period}`);
}
