import { sql } from 'kysely';
import { tokenRenewed } from '../../core/observing/channels.ts';
import type { Claim } from '../../core/worker.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';
import { worldOf } from '../../db/world.ts';
import type { SessionSource } from './session.ts';

/** A claimed account whose token expires soon. */
export interface TokenJob extends SessionSource {
  readonly platform: string;
  readonly credentials: string;
  /** Seconds until the token expires, by the database's clock; below 0 when it has expired. */
  readonly secondsLeft: number;
  readonly isReported: boolean;
  readonly attempt: number;
}

/** Leases accounts whose token is due for a check. Until the check is done, the next one is due when the lease ends. */
export function claim(system: Runner, claim: Claim): Promise<TokenJob[]> {
  return claimDue(
    system,
    {
      table: 'accounts',
      dueAt: 'token_check_at',
      attempt: 'token_attempt',
      where: `token_expires_at is not null and status = 'active' and disconnected_at is null`,
    },
    claim,
    sql`r.tenant_id as "tenantId", ${worldOf} as world, r.id as "accountId", r.platform, r.platform_id as "platformId", r.username, r.metadata, r.credentials,
      extract(epoch from r.token_expires_at - now())::float8 as "secondsLeft", r.token_told_for is not distinct from r.token_expires_at as "isReported",
      r.token_attempt as attempt`,
    sql`join tenants t on t.tenant_id = r.tenant_id`,
  );
}

/** Schedules the next check. Changes nothing when another worker has claimed the account. */
export async function scheduleCheck(db: Runner, job: TokenJob, afterSeconds: number): Promise<void> {
  await db.run(sql`update accounts set token_check_at = now() + ${afterSeconds}::float8 * interval '1 second'
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and token_attempt = ${job.attempt}`);
}

/** Marks that the expiry of this token is reported. Returns the expiry by the tenant's clock; undefined when it was reported before. */
export async function markReported(tx: Runner, job: TokenJob): Promise<Date | undefined> {
  const row = await tx.first(sql<{ expires_at: Date }>`
    update accounts set token_told_for = token_expires_at
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and token_attempt = ${job.attempt} and credentials = ${job.credentials}
      and status = 'active' and disconnected_at is null and token_told_for is distinct from token_expires_at
    returning token_expires_at + tenant_ahead() as expires_at`);
  return row?.expires_at;
}

type Holder = Pick<SessionSource, 'tenantId' | 'accountId'>;
/** An account as long as it has these encrypted credentials. */
type Current = Holder & Pick<SessionSource, 'credentials'>;

const isCurrent = ({ tenantId, accountId, credentials }: Current) =>
  sql`tenant_id = ${tenantId} and id = ${accountId} and credentials = ${credentials}`;

/** The encrypted credentials of a connected account. */
export async function credentialsOf(db: Runner, { tenantId, accountId }: Holder): Promise<string | undefined> {
  const row = await db.first(sql<{ credentials: string }>`
    select credentials from accounts where tenant_id = ${tenantId} and id = ${accountId} and disconnected_at is null`);
  return row?.credentials;
}

/**
 * Whether another installation may still use the account: its workspace was imported here, and nobody has said yet that the
 * old installation is stopped. A refresh would cut that one off.
 */
export async function isUsedElsewhere(db: Runner, { tenantId }: Holder): Promise<boolean> {
  const row = await db.first(
    sql`select 1 from holds where tenant_id = ${tenantId} and reason = 'import' and checking_since is null`,
  );
  return row !== undefined;
}

/** Takes the lease of the account's refresh; false when another process refreshes it or the credentials changed. */
export async function startRefresh(db: Runner, account: Current, leaseSeconds: number): Promise<boolean> {
  const leased = await db.run(sql`
    update accounts set refresh_lease_until = now() + ${leaseSeconds} * interval '1 second'
    where ${isCurrent(account)} and refresh_lease_until <= now() returning 1`);
  return leased.length > 0;
}

/** Writes refreshed credentials; false when the account has other ones by now. `secondsLeft` null: no expiry. */
export async function saveRefreshed(
  db: Runner,
  account: Current,
  encrypted: string,
  secondsLeft: number | null,
): Promise<boolean> {
  const written = await db.run(sql`
    update accounts set credentials = ${encrypted}, token_expires_at = now() + ${secondsLeft}::float8 * interval '1 second',
      refresh_lease_until = '-infinity', updated_at = now()
    where ${isCurrent(account)} and disconnected_at is null returning 1`);
  const isWritten = written.length > 0;
  if (isWritten) tokenRenewed.publish({ tenantId: account.tenantId, accountId: account.accountId });
  return isWritten;
}

/** Frees the lease of a refresh that failed. */
export async function endRefresh(db: Runner, account: Current): Promise<void> {
  await db.run(sql`update accounts set refresh_lease_until = '-infinity' where ${isCurrent(account)}`);
}

/** Marks an active account; its platform, or undefined when it is not active or has other credentials by now. */
export async function markReconnectRequired(tx: Runner, account: Current, reason: string): Promise<string | undefined> {
  const row = await tx.first(sql<{ platform: string }>`
    update accounts set status = 'reconnect_required', reconnect_reason = ${reason}, updated_at = now()
    where ${isCurrent(account)} and status = 'active' and disconnected_at is null returning platform`);
  return row?.platform;
}
