import { sql } from 'kysely';
import type { Scope } from '../../core/actor.ts';
import { PLANS, type PlanName } from '../../core/billing/plans.ts';
import { newId, newWorldId } from '../../core/ids.ts';
import type { Membership } from '../../core/roles.ts';
import type { Suspension, Tenant, World } from '../../core/tenant.ts';
import type { TenantDatabase } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import { worldOf } from '../../db/world.ts';
import { workspaceGone } from './workspace-gone.ts';

export type Mode = 'live' | 'test';

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
}

/** A workspace as operators see it. */
export interface ListedWorkspace extends WorkspaceRow {
  readonly email: string | null;
  /** null: it is not deleted. */
  readonly purge_at: Date | null;
}

const columns = sql`w.id, w.name, w.plan, o.email, o.purge_at`;

/** Creates a workspace with its owner, its live and test tenants and a `Default` brand in each. */
export async function create(
  system: TenantDatabase,
  name: string,
  plan: PlanName,
  email: string | null = null,
): Promise<WorkspaceRow> {
  return system.transaction(async (tx) => {
    const id = newId('ws');
    const created = await tx.first(
      sql<{
        created_at: Date;
      }>`insert into workspaces (id, name, plan) values (${id}, ${name}, ${plan}) returning created_at`,
    );
    await tx.run(sql`insert into owners (workspace_id, id, email) values (${id}, ${newId('usr')}, ${email})`);
    for (const mode of ['live', 'test'] as const) {
      const tenantId = newId('ten');
      await tx.run(
        sql`insert into tenants (tenant_id, workspace_id, mode, world, period_start, plan, workspace_created_at)
          values (${tenantId}, ${id}, ${mode}, ${mode === 'test' ? newWorldId() : null}, ${created?.created_at}, ${plan}, ${created?.created_at})`,
      );
      await tx.run(sql`insert into workspace_profiles (tenant_id, name) values (${tenantId}, ${name})`);
      await tx.run(sql`insert into brands (tenant_id, id, name) values (${tenantId}, ${newId('brand')}, 'Default')`);
    }
    return { id, name, plan };
  });
}

/** The workspaces with this id or name. Names are not unique. */
export async function find(system: Runner, word: string): Promise<ListedWorkspace[]> {
  return system.run(sql<ListedWorkspace>`
    select ${columns} from workspaces w join owners o on o.workspace_id = w.id where w.id = ${word} or w.name = ${word} order by w.created_at`);
}

/** All workspaces, the oldest first. */
export async function list(system: Runner): Promise<ListedWorkspace[]> {
  return system.run(sql<ListedWorkspace>`
    select ${columns} from workspaces w join owners o on o.workspace_id = w.id order by w.created_at, w.id`);
}

/** Counts the workspaces that are suspended. */
export async function countSuspended(system: Runner): Promise<number> {
  const row = await system.first(sql<{ n: number }>`
    select count(distinct t.workspace_id)::int as n from holds h join tenants t on t.tenant_id = h.tenant_id`);
  return row?.n ?? 0;
}

/** A plan and its paid cycle. */
export interface Subscription {
  readonly plan: PlanName;
  /** The current cycle; without `end` it takes one month. Absent: as before. The Free plan never has one. */
  readonly period?: { readonly start: Date; readonly end?: Date | undefined } | undefined;
}

/**
 * Moves both tenants of a workspace to a plan and a paid cycle, for all charges that come later. The counters start from
 * zero when the current period gets another start. Whether there is such a workspace.
 */
export async function setSubscription(system: Runner, id: string, { plan, period }: Subscription): Promise<boolean> {
  const { start, end } = period ?? {};
  const cycle =
    plan === 'free'
      ? sql`subscription_period_start = null, subscription_period_end = null`
      : start === undefined
        ? sql`subscription_period_end = subscription_period_end`
        : sql`subscription_period_start = ${start}, subscription_period_end =
            coalesce(${end ?? null}::timestamptz, (${start}::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC')`;
  return (
    (await system.first(sql`update workspaces set plan = ${plan}, ${cycle} where id = ${id} returning 1`)) !== undefined
  );
}

export async function tenantOf(system: Runner, workspaceId: string, mode: Mode): Promise<string> {
  const row = await system.first(
    sql<{ tenant_id: string }>`select tenant_id from tenants where workspace_id = ${workspaceId} and mode = ${mode}`,
  );
  if (row === undefined) throw new Error(`workspace ${workspaceId} has no ${mode} tenant`);
  return row.tenant_id;
}

/** A tenant as requests know it. 410 `gone` when its workspace is deleted. */
export async function tenantById(system: Runner, tenantId: string): Promise<Tenant> {
  const row = await system.first(sql<TenantRow>`
    select ${tenantColumns} from tenants t
    join owners o on o.workspace_id = t.workspace_id and o.deleted_at is null where t.tenant_id = ${tenantId}`);
  if (row === undefined) throw workspaceGone();
  return toTenant(row);
}

interface TenantRow {
  readonly tenant_id: string;
  readonly mode: Mode;
  readonly world: World | null;
  readonly workspace_id: string;
  readonly plan: PlanName;
  readonly billing_blocked_at: Date | null;
  /** Times inside JSON come as text. */
  readonly held: { readonly since: string; readonly reason: Suspension['reason'] } | null;
}

const tenantColumns = sql`t.tenant_id, t.mode, ${worldOf} as world, t.workspace_id, t.plan, t.billing_blocked_at,
  (select json_build_object('since', h.held_at, 'reason', h.reason) from holds h where h.tenant_id = t.tenant_id) as held`;

export function toTenant(row: TenantRow): Tenant {
  return {
    id: row.tenant_id,
    workspaceId: row.workspace_id,
    mode: row.mode,
    world: row.world,
    planName: row.plan,
    plan: PLANS[row.plan],
    billingBlockedAt: row.billing_blocked_at,
    suspension: row.held && { ...row.held, since: new Date(row.held.since) },
  };
}

/** An API key that was not revoked, with its tenant. Empty lists mean no restriction. */
export interface KeyRow extends TenantRow {
  readonly hash: Buffer;
  readonly id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly brand_ids: string[];
  readonly allowed_ips: string[];
  readonly is_restricted: boolean;
  readonly is_owner: boolean;
  readonly sending: 'direct' | 'held';
  readonly can_approve: boolean;
  readonly is_expired: boolean;
  /** Its last use was noted more than a minute ago. */
  readonly is_use_due: boolean;
}

/** The keys with these hashes, unless their workspace is deleted. An index probe over 256 random bits reveals nothing by its timing. */
export async function findKeys(system: Runner, hashes: readonly Buffer[]): Promise<KeyRow[]> {
  return system.run(sql<KeyRow>`
    select ${tenantColumns}, k.hash, k.id, k.name, k.scopes, k.brand_ids, k.allowed_ips, k.is_owner, k.sending, k.can_approve,
      k.scopes || k.brand_ids || k.allowed_ips <> '{}' or k.expires_at is not null as is_restricted,
      k.expires_at is not null and k.expires_at <= now() as is_expired,
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as is_use_due
    from api_keys k join tenants t on t.tenant_id = k.tenant_id
    join owners o on o.workspace_id = t.workspace_id and o.deleted_at is null
    where k.hash = any (${hashes}::bytea[]) and k.is_active`);
}

/** A session and what its person may do in a workspace. */
export interface SessionRow extends TenantRow {
  readonly hash: Buffer;
  readonly user_id: string;
  readonly user_name: string;
  /** The person is not a member: null. */
  readonly role: Membership['role'] | null;
  readonly brand_ids: readonly string[] | null;
  readonly sending: Membership['sending'];
  readonly can_approve: boolean;
  readonly is_fresh: boolean;
  readonly is_use_due: boolean;
}

/** The sessions with these hashes in the environments of workspaces, unless those are deleted, in this order. */
export async function findSessions(
  system: Runner,
  asked: readonly { readonly hash: Buffer; readonly workspaceId: string; readonly mode: string }[],
): Promise<(SessionRow & { readonly at: number })[]> {
  return system.run(sql<SessionRow & { readonly at: number }>`
    select ${tenantColumns}, q.at::int as at, s.hash, p.user_id, p.name as user_name, m.role, m.brand_ids, m.sending, m.can_approve,
      s.created_at > now() - interval '10 minutes' as is_fresh, s.seen_at < now() - interval '1 minute' as is_use_due
    from unnest(${asked.map(({ hash }) => hash)}::bytea[], ${asked.map(({ workspaceId }) => workspaceId)}::text[], ${asked.map(({ mode }) => mode)}::text[])
      with ordinality as q (hash, workspace_id, mode, at)
    join sessions s on s.hash = q.hash and s.expires_at > now()
    join people p on p.user_id = s.user_id
    left join memberships m on m.user_id = s.user_id and (q.workspace_id = m.workspace_id
      or q.workspace_id = '' and 1 = (select count(*) from memberships o where o.user_id = s.user_id))
      and exists (select from owners o where o.workspace_id = m.workspace_id and o.deleted_at is null)
    left join tenants t on t.workspace_id = m.workspace_id and t.mode = q.mode`);
}
