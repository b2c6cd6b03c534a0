import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { SessionSource } from './session.ts';

/** An account whose token ends soon, as a claim hands it out. */
export interface TokenJob extends SessionSource {
  readonly platform: string;
  readonly credentials: string;
  /** Seconds until the token ends, by the clock that its row goes by; below 0 when it has ended. */
  readonly secondsLeft: number;
  readonly isTold: boolean;
  readonly attempt: number;
}

/** Leases accounts whose token is to be looked at; the next look is the end of the lease meanwhile. */
export async function claim(system: Runner, limit: number, leaseSeconds: number): Promise<TokenJob[]> {
  return system.run(sql<TokenJob>`
    with due as (
      select tenant_id, id from accounts
      where token_look_at <= now() and token_expires_at is not null and status = 'active' and disconnected_at is null
      order by token_look_at limit ${limit} for update skip locked
    )
    update accounts a set token_look_at = now() + ${leaseSeconds} * interval '1 second', token_attempt = a.token_attempt + 1
    from due, tenants t where a.tenant_id = due.tenant_id and a.id = due.id and t.tenant_id = a.tenant_id
    returning a.tenant_id as "tenantId", t.mode, a.id as "accountId", a.platform, a.platform_id as "platformId", a.username, a.metadata, a.credentials,
      extract(epoch from a.token_expires_at - now())::float8 as "secondsLeft", a.token_told_for is not distinct from a.token_expires_at as "isTold",
      a.token_attempt as attempt`);
}

/** Sets the next look; nothing when somebody else has taken the account meanwhile. */
export async function lookAgain(db: Runner, job: TokenJob, afterSeconds: number): Promise<void> {
  await db.run(sql`update accounts set token_look_at = now() + ${afterSeconds}::float8 * interval '1 second'
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and token_attempt = ${job.attempt}`);
}

/** Notes that the tenant is told of the end of this very token; its time by the tenant's clock, undefined when it was told already. */
export async function markTold(tx: Runner, job: TokenJob): Promise<Date | undefined> {
  const row = await tx.first(sql<{ ends_at: Date }>`
    update accounts set token_told_for = token_expires_at
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and token_attempt = ${job.attempt} and credentials = ${job.credentials}
      and status = 'active' and disconnected_at is null and token_told_for is distinct from token_expires_at
    returning token_expires_at + tenant_ahead() as ends_at`);
  return row?.ends_at;
}
