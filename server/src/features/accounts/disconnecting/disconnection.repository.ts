import { sql } from 'kysely';
import type { DisconnectedAccount } from '../../../core/connecting/platform-access.ts';
import { tellWaiting } from '../../../core/observing/waiting.ts';
import type { Tenant } from '../../../core/tenant.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';
import { removeUnused } from '../shared-login.repository.ts';

/** Tokens and profiles of connected accounts. */
export async function accessOf(db: Runner, tenantId: string, ids: readonly string[]): Promise<DisconnectedAccount[]> {
  return db.run(sql<DisconnectedAccount>`
    select id, platform, platform_id, username, metadata, credentials from accounts
    where tenant_id = ${tenantId} and id = any (${ids}) and disconnected_at is null`);
}

/** Locks the posts that wait for these accounts, then the connected accounts. */
export async function lockWithPosts(tx: Runner, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    select 1 from posts where tenant_id = ${tenantId} and id in (
      select post_id from actions where tenant_id = ${tenantId} and account_id = any (${ids}) and status = 'pending')
    order by id for update`);
  await tx.run(
    sql`select 1 from accounts where tenant_id = ${tenantId} and id = any (${ids}) and disconnected_at is null order by id for update`,
  );
}

/**
 * Disconnects accounts that are locked with their posts: wipes their tokens and cancels their waiting targets. Targets of
 * posts that are being published become due at once; the worker finds the account gone and settles them. The rows stay
 * for the history of posts. Scheduled posts that have no target left become `cancelled`.
 */
export async function disconnect(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  const stopped = await tx.run(sql<{ id: string; post_id: string | null }>`
    with running as (
      update actions x set status = 'publishing', due_at = now(), updated_at = now()
      where x.tenant_id = ${tenantId} and x.account_id = any (${ids}) and (x.status = 'publishing' and x.due_at is not null
        or x.status = 'pending' and exists (select from posts p where p.tenant_id = x.tenant_id and p.id = x.post_id and p.status = 'publishing'))
      returning x.account_id
    ), stopped as (
      update actions x set status = 'cancelled', due_at = null, updated_at = now()
      where x.tenant_id = ${tenantId} and x.account_id = any (${ids}) and x.status = 'pending'
        and not exists (select from posts p where p.tenant_id = x.tenant_id and p.id = x.post_id and p.status = 'publishing')
      returning x.id, x.post_id
    ), gone as (
      update accounts a set disconnected_at = now(), credentials = '', poll_due_at = null, not_before = '-infinity', throttled_at = null,
        next_due_at = case when exists (select from running where running.account_id = a.id) then now() end, updated_at = now()
      where a.tenant_id = ${tenantId} and a.id = any (${ids}) and a.disconnected_at is null
    )
    select id, post_id from stopped`);
  tellWaiting(tx, 'withdrawn', tenantId, stopped);
  await removeUnused(tx, tenantId);
  await cancelEmptyPosts(
    tx,
    tenantId,
    stopped.flatMap((row) => row.post_id ?? []),
  );
}

async function cancelEmptyPosts(tx: Runner, tenantId: string, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  await tx.run(sql`
    update posts p set status = 'cancelled', updated_at = tenant_now()
    where p.tenant_id = ${tenantId} and p.id = any (${postIds}) and p.status = 'scheduled'
      and not exists (select from actions a where a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish' and a.status <> 'cancelled')`);
}

/** An account that was disconnected, with the metadata that identifies other accounts of the same login. */
export interface RevocableAccount {
  readonly tenant: Pick<Tenant, 'id' | 'world'>;
  readonly accountId: string;
  readonly platform: string;
  readonly platformId: string;
  /** The tenant's other accounts on the platform share this access. */
  readonly isOneOfSeveral: boolean;
  /** The metadata field with the shared login, and its value; empty when there is none. */
  readonly field: string;
  readonly shared: string;
}

/** Whether any tenant of the same world, or any live one, still has an account that uses the same access. */
export async function isConnectedElsewhere(system: Runner, account: RevocableAccount): Promise<boolean> {
  const { tenant, accountId, platform, platformId, isOneOfSeveral, field, shared } = account;
  const found = await system.first(sql`
    select 1 from accounts a join tenants t on t.tenant_id = a.tenant_id
    where a.disconnected_at is null and t.world is not distinct from ${tenant.world?.id ?? null}
      and (a.platform = ${platform} and a.platform_id = ${platformId} and not exists (
          select from accounts x where x.tenant_id = ${tenant.id} and x.id = ${accountId} and x.server <> a.server and '' not in (x.server, a.server))
        or a.platform = ${platform} and ${isOneOfSeveral} and a.tenant_id = ${tenant.id}
          and (${shared} = '' or a.metadata ->> ${field} is null)
        or ${shared} <> '' and a.metadata ->> ${field} = ${shared}
          and a.app_id = (select x.app_id from accounts x where x.tenant_id = ${tenant.id} and x.id = ${accountId})) limit 1`);
  return found !== undefined;
}
