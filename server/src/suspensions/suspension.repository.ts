import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';

export type SuspensionReason = 'restore' | 'import' | 'export';

/** Why and since when a tenant is suspended. */
export interface Suspension {
  readonly reason: SuspensionReason;
  readonly held_at: Date;
  /** What was done on the platforms from then on is not known here. */
  readonly since: Date;
}

/** How far back a failed action counts as one that a retry may have published after the backup. */
const RETRIED_DAYS = 30;

/**
 * Suspends tenants: from the commit on no worker claims anything of theirs that is seen outside, and no intent of theirs is
 * committed. A restore also notes every unfinished action, to be looked up. Call it in a transaction of the system role,
 * before anything that locks a tenant's row. A tenant that is suspended already keeps the earlier `since`.
 */
export async function suspend(
  system: Runner,
  tenantIds: readonly string[],
  { reason, since }: { readonly reason: SuspensionReason; readonly since: Date },
): Promise<void> {
  // An intent holds its account. It is committed before this goes on, or it waits and then finds no lease.
  await system.run(
    sql`select 1 from accounts where tenant_id = any (${tenantIds}::text[]) order by tenant_id, id for update`,
  );
  await system.run(sql`
    update accounts a set lease_until = '-infinity' where a.tenant_id = any (${tenantIds}::text[]) and a.lease_until > now()
      and not exists (select from actions x where x.tenant_id = a.tenant_id and x.account_id = a.id and x.due_at is not null
        and x.state in ('sending', 'reconciling'))`);
  await system.run(sql`
    insert into holds as h (tenant_id, reason, since)
    select t, ${reason}, ${since}::timestamptz from unnest(${tenantIds}::text[]) t
    on conflict (tenant_id) do update set reason = excluded.reason, held_at = now(), since = least(h.since, excluded.since), checking_since = null`);
  if (reason === 'restore') await check(system, tenantIds);
}

/** Starts the lookups of everything that suspended tenants had not finished, from the beginning. */
export async function check(system: Runner, tenantIds: readonly string[]): Promise<void> {
  await system.run(sql`delete from restore_findings where tenant_id = any (${tenantIds}::text[])`);
  await system.run(sql`update holds set checking_since = now() where tenant_id = any (${tenantIds}::text[])`);
  await system.run(sql`
    insert into restore_findings (tenant_id, action_id, account_id)
    select x.tenant_id, x.id, x.account_id from holds h join actions x on x.tenant_id = h.tenant_id
    where h.tenant_id = any (${tenantIds}::text[]) and (x.status in ('pending', 'publishing')
      or x.status in ('failed', 'unconfirmed') and x.updated_at >= h.since - ${RETRIED_DAYS} * interval '1 day')`);
}

/** The suspension of a tenant; undefined when there is none. */
export async function find(db: Runner, tenantId: string): Promise<Suspension | undefined> {
  return db.first(sql<Suspension>`select reason, held_at, since from holds where tenant_id = ${tenantId}`);
}

/** Resumes tenants. Everything of theirs that is due goes on. */
export async function resume(system: Runner, tenantIds: readonly string[]): Promise<void> {
  await system.run(sql`delete from holds where tenant_id = any (${tenantIds}::text[])`);
}
