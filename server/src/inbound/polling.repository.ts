import { sql } from 'kysely';
import { claimDue } from '../db/claim-due.ts';
import type { Runner } from '../db/query.ts';

/** An account that was claimed to be asked for news. */
export interface PollJob {
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
  readonly accountId: string;
  readonly platform: string;
  readonly platformId: string;
  readonly username: string;
  readonly metadata: Record<string, unknown>;
  /** Encrypted. */
  readonly credentials: string;
  readonly cursor: string | null;
  readonly attempt: number;
}

/** Leases accounts that are due and counts the attempt. */
export function claim(system: Runner, limit: number, leaseSeconds: number): Promise<PollJob[]> {
  return claimDue(
    system,
    { table: 'accounts', dueAt: 'poll_due_at', leaseUntil: 'poll_lease_until', attempt: 'poll_attempt' },
    limit,
    leaseSeconds,
    sql`r.tenant_id as "tenantId", t.mode, r.id as "accountId", r.platform, r.platform_id as "platformId", r.username, r.metadata,
      r.credentials, r.poll_cursor as cursor, r.poll_attempt as attempt`,
    sql`join tenants t on t.tenant_id = r.tenant_id`,
  );
}

/** Frees the account until its next turn, keeps the cursor and new metadata; false when another worker has it. */
export async function settle(
  tx: Runner,
  job: PollJob,
  cursor: string | null,
  afterSeconds: number,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const settled = await tx.run(sql`update accounts set poll_cursor = ${cursor}, poll_lease_until = '-infinity',
      metadata = metadata || ${JSON.stringify(metadata)}::jsonb,
      poll_due_at = case when disconnected_at is null then now() + ${afterSeconds} * interval '1 second' end
    where tenant_id = ${job.tenantId} and id = ${job.accountId} and poll_attempt = ${job.attempt} returning 1`);
  return settled.length > 0;
}

/** Platform ids of the account's newest published posts, whose comments are read. */
export async function recentPostIds(
  db: Runner,
  { tenantId, accountId }: Pick<PollJob, 'tenantId' | 'accountId'>,
  max: number,
): Promise<string[]> {
  const rows = await db.run(sql<{ platform_id: string }>`
    select platform_id from actions where tenant_id = ${tenantId} and account_id = ${accountId} and kind = 'publish' and platform_id is not null
    order by published_at desc limit ${max}`);
  return rows.map((row) => row.platform_id);
}
