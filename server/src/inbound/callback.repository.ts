import { sql } from 'kysely';
import type { InboundNotice, RemovedAccess } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import type { Lane } from '../../core/lane.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Database } from '../../db/database.ts';
import type { Runner } from '../../db/query.ts';
import type { ReadingTools } from './reading.ts';
import { hasLostAccess, removeAccount } from './removed-access.ts';
import { storeItems } from './store-items.ts';

const ATTEMPTS_MAX = 8;
/** Begins the key of a notice that says that access was taken away. */
const REMOVAL_KEY = 'access_removed:';

interface CallbackJob {
  readonly tenant_id: string;
  readonly mode: 'live' | 'test';
  readonly id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly key: string;
  readonly payload: unknown;
  readonly attempt: number;
  readonly platform_id: string;
  readonly username: string;
  readonly metadata: Record<string, unknown>;
  readonly credentials: string;
}

/**
 * Stores the notices of a verified callback for every account that they are for. A repeated notice is already there
 * and changes nothing. Returns whether anything is new.
 */
export async function storeNotices(
  system: Runner,
  mode: 'live' | 'test',
  platform: string,
  notices: readonly InboundNotice[],
): Promise<boolean> {
  if (notices.length === 0) return false;
  const rows = notices.map((notice) => ({
    id: newId('raw'),
    key: notice.key.slice(0, 1000),
    platform_id: notice.platformAccountId,
    payload: notice.payload,
  }));
  const stored = await system.run(sql`
    insert into callbacks (tenant_id, id, account_id, platform, key, payload)
    select a.tenant_id, n.id || '_' || row_number() over (partition by n.id order by a.tenant_id), a.id, ${platform}, n.key, n.payload
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id text, key text, platform_id text, payload jsonb)
    join accounts a on a.platform = ${platform} and a.platform_id = n.platform_id and a.disconnected_at is null
    join tenants t on t.tenant_id = a.tenant_id and t.mode = ${mode}
    on conflict (tenant_id, account_id, key) do nothing
    returning 1`);
  return stored.length > 0;
}

/** Stores that access was taken away, for every account that may be meant; the lane asks the platform about each. */
export async function storeRemovals(
  system: Runner,
  mode: 'live' | 'test',
  platform: string,
  removals: readonly RemovedAccess[],
): Promise<boolean> {
  if (removals.length === 0) return false;
  const rows = removals.map(({ platformId, at }) => ({ person: platformId, at }));
  const meant = await system.run(sql<{ platform_id: string; person: string; at: number }>`
    select distinct a.platform_id, n.person, n.at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (person text, at int8)
    join accounts a on a.platform = ${platform} and a.disconnected_at is null
      and (a.platform_id = n.person or a.metadata ->> 'app_scoped_id' = n.person or exists (
        select from shared_logins l where l.tenant_id = a.tenant_id and l.id = a.login_id and l.platform_id = n.person))`);
  const notices = meant.map(({ platform_id, person, at }) => ({
    key: `${REMOVAL_KEY}${person}:${at}`,
    platformAccountId: platform_id,
    payload: { person, at },
  }));
  return await storeNotices(system, mode, platform, notices);
}

/** Reads stored callbacks into the inbox. */
export function createCallbacksLane(
  db: Database,
  connectors: Context['connectors'],
  reading: ReadingTools,
): Lane<CallbackJob> {
  return {
    name: 'callbacks',
    concurrency: 20,
    claim: (limit, leaseSeconds) =>
      db.system.run(sql<CallbackJob>`
        with due as (
          select tenant_id, id from callbacks where due_at <= now() and lease_until <= now() order by due_at limit ${limit} for update skip locked
        ), leased as (
          update callbacks c set lease_until = now() + ${leaseSeconds} * interval '1 second', attempt = c.attempt + 1
          from due where c.tenant_id = due.tenant_id and c.id = due.id
          returning c.*
        )
        select c.tenant_id, t.mode, c.id, c.account_id, c.platform, c.key, c.payload, c.attempt, a.platform_id, a.username, a.metadata, a.credentials
        from leased c join accounts a on a.tenant_id = c.tenant_id and a.id = c.account_id join tenants t on t.tenant_id = c.tenant_id
        order by c.due_at`),
    async work(job, lease) {
      const tenant = db.tenant(job.tenant_id);
      try {
        const isRemoved = job.key.startsWith(REMOVAL_KEY) && (await hasLostAccess(reading, sourceOf(job), lease));
        await tenant.transaction(async (tx) => {
          const held = await tx.run(sql`update callbacks set due_at = null, lease_until = '-infinity', error = null
            where tenant_id = ${job.tenant_id} and id = ${job.id} and attempt = ${job.attempt} and due_at is not null returning 1`);
          if (held.length === 0) return;
          if (isRemoved) await removeAccount(tx, accountOf(job), job.credentials);
          else if (!job.key.startsWith(REMOVAL_KEY)) await storeItems(tx, accountOf(job), parse(connectors, job));
        });
      } catch (error) {
        const isDead = job.attempt >= ATTEMPTS_MAX;
        await tenant.run(sql`update callbacks set lease_until = '-infinity', error = ${(error as Error).message.slice(0, 1000)},
            due_at = case when ${isDead} then null else now() + ${2 ** job.attempt} * interval '1 second' end
          where tenant_id = ${job.tenant_id} and id = ${job.id} and attempt = ${job.attempt}`);
      }
    },
  };
}

function parse(connectors: Context['connectors'], job: CallbackJob) {
  const inbound = connectors[job.platform as Platform]?.inbound;
  const notice = { key: job.key, platformAccountId: job.platform_id, payload: job.payload };
  return (
    inbound?.parse(notice, {
      id: job.account_id,
      platformId: job.platform_id,
      username: job.username,
      metadata: job.metadata,
    }) ?? []
  );
}

function sourceOf(job: CallbackJob) {
  const { tenant_id: tenantId, account_id: accountId, platform_id: platformId } = job;
  const { mode, platform, username, metadata, credentials } = job;
  return { tenantId, accountId, platformId, mode, platform, username, metadata, credentials };
}

function accountOf(job: CallbackJob) {
  return { tenantId: job.tenant_id, accountId: job.account_id, platform: job.platform, livemode: job.mode === 'live' };
}
