import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import type { Candidate, FindingName } from './finding.repository.ts';
import type { SuspensionReason } from './suspension.repository.ts';

/** One environment of a workspace that is suspended. */
export interface SuspendedTenant {
  readonly tenant_id: string;
  readonly workspace_id: string;
  readonly workspace: string;
  readonly mode: 'live' | 'test';
  readonly reason: SuspensionReason;
  readonly since: Date;
  readonly held_at: Date;
  readonly checking_since: Date | null;
}

/** Suspended tenants, of one workspace or of all. */
export async function suspended(system: Runner, workspaceId?: string): Promise<SuspendedTenant[]> {
  return system.run(sql<SuspendedTenant>`
    select h.tenant_id, t.workspace_id, w.name as workspace, t.mode, h.reason, h.since, h.held_at, h.checking_since
    from holds h join tenants t on t.tenant_id = h.tenant_id join workspaces w on w.id = t.workspace_id
    where ${workspaceId === undefined ? sql`true` : sql`t.workspace_id = ${workspaceId}`} order by w.name, w.id, t.mode`);
}

export interface ReportedFinding {
  readonly tenant_id: string;
  readonly finding: FindingName;
  readonly decided_by: 'journal' | 'platform' | null;
  readonly reason: string | null;
  readonly candidates: readonly Candidate[];
  readonly action_id: string;
  readonly kind: string | null;
  readonly status: string | null;
  readonly post_id: string | null;
  readonly platform: string;
  readonly username: string;
  readonly account_id: string;
  readonly due_at: Date | null;
  readonly platform_id: string | null;
}

/** The findings of these tenants, those that need a person first. */
export async function findings(system: Runner, tenantIds: readonly string[]): Promise<ReportedFinding[]> {
  return system.run(sql<ReportedFinding>`
    select f.tenant_id, f.finding, f.decided_by, f.reason, f.candidates, f.action_id, x.kind, x.status, x.post_id, a.platform, a.username,
      f.account_id, x.platform_id, case when isfinite(x.due_at) then x.due_at end as due_at
    from restore_findings f join accounts a on a.tenant_id = f.tenant_id and a.id = f.account_id
    left join actions x on x.tenant_id = f.tenant_id and x.id = f.action_id
    where f.tenant_id = any (${tenantIds}::text[])
    order by f.tenant_id, array_position(array['in_doubt', 'unconfirmed', 'unreadable_account', 'waiting', 'adopted', 'cancelled', 'absent', 'gone'], f.finding),
      f.account_id, f.action_id`);
}

export interface LostAccount {
  readonly tenant_id: string;
  readonly id: string;
  readonly platform: string;
  readonly username: string;
  readonly reason: string;
}

/**
 * Accounts that a person must reconnect or look at: rejected by their platform, with an expired token, or with tokens that
 * were replaced after the backup. `renewing`: the platforms that renew an expired token without a person.
 */
export async function accountsToReconnect(
  system: Runner,
  tenantIds: readonly string[],
  renewing: readonly string[],
): Promise<LostAccount[]> {
  const isReplaced = sql`coalesce(i.journal -> 'renewed' ->> a.id = md5(a.credentials), false)`;
  const hasExpired = sql`coalesce(a.token_expires_at < now() and a.platform <> all (${renewing}::text[]), false)`;
  return system.run(sql<LostAccount>`
    select a.tenant_id, a.id, a.platform, a.username, case
      when a.status = 'reconnect_required' then coalesce(a.reconnect_reason, 'The platform rejected its token.')
      when u.reason is not null then u.reason when ${hasExpired} then 'Its token has expired.'
      else 'Its token was replaced after the backup, and the platform may reject the one of the backup.' end as reason
    from accounts a cross join installation i left join lateral (
      select f.reason from restore_findings f where f.tenant_id = a.tenant_id and f.account_id = a.id and f.finding = 'unreadable_account' limit 1
    ) u on true
    where a.tenant_id = any (${tenantIds}::text[]) and a.disconnected_at is null
      and (a.status = 'reconnect_required' or u.reason is not null or ${hasExpired} or ${isReplaced})
    order by a.tenant_id, a.platform, a.username`);
}
