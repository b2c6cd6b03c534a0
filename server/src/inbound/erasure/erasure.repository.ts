import { sql } from 'kysely';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';

export interface ErasureRequest {
  readonly code: string;
  /** The id of a world; null: live tenants. */
  readonly world: string | null;
  readonly platform: string;
  /** The platform's id of the person. */
  readonly personId: string;
}

/** Notes a request for every tenant that had an account on the platform. A repeated one changes nothing. */
export async function request(system: Runner, { code, world, platform, personId }: ErasureRequest): Promise<void> {
  await system.run(sql`
    with noted as (
      insert into erasure_requests (code) values (${code}) on conflict do nothing
    )
    insert into erasures (tenant_id, id, platform, person_id)
    select distinct a.tenant_id, ${code}, ${platform}, ${personId}
    from accounts a join tenants t on t.tenant_id = a.tenant_id and t.world is not distinct from ${world}
    where a.platform = ${platform}
    on conflict do nothing`);
}

/** Whether a request is done; undefined for an unknown code. */
export async function isDone(system: Runner, code: string): Promise<boolean | undefined> {
  const row = await system.first(sql<{ is_done: boolean }>`
    select not exists (select from erasures e where e.id = r.code and e.done_at is null) as is_done
    from erasure_requests r where r.code = ${code}`);
  return row?.is_done;
}

export interface ErasureJob {
  readonly tenantId: string;
  readonly id: string;
  readonly platform: string;
  readonly personId: string;
  readonly livemode: boolean;
  readonly attempt: number;
}

export function claim(system: Runner, limit: number, leaseSeconds: number): Promise<ErasureJob[]> {
  return claimDue(
    system,
    { table: 'erasures', dueAt: 'due_at', leaseUntil: 'lease_until', attempt: 'attempt', alsoWhileHeld: true },
    limit,
    leaseSeconds,
    sql`r.tenant_id as "tenantId", r.id, r.platform, r.person_id as "personId", t.mode = 'live' as livemode, r.attempt`,
    sql`join tenants t on t.tenant_id = r.tenant_id`,
  );
}

/** Marks the request as done and forgets the person. */
export async function settle(db: Runner, { tenantId, id, attempt }: ErasureJob): Promise<void> {
  await db.run(sql`update erasures set done_at = now(), due_at = null, person_id = ''
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt}`);
}

export interface ErasedAccount {
  readonly accountId: string;
  /** The person is the one who connected the account, so everything in its inbox came by their consent. */
  readonly isOwn: boolean;
}

/** The accounts of the tenant on the platform, disconnected ones too. */
export async function accountsOf(db: Runner, { tenantId, platform, personId }: ErasureJob): Promise<ErasedAccount[]> {
  return db.run(sql<ErasedAccount>`
    select a.id as "accountId", a.platform_id = ${personId} or a.metadata ->> 'app_scoped_id' = ${personId} or exists (
      select from shared_logins l where l.tenant_id = a.tenant_id and l.id = a.login_id and l.platform_id = ${personId}) as "isOwn"
    from accounts a where a.tenant_id = ${tenantId} and a.platform = ${platform} order by a.id`);
}

const NOBODY = JSON.stringify({ id: '', name: '' });
const NOTHING = JSON.stringify({ author: { id: '', name: '' }, content: { text: '', media: [] }, metadata: {} });

/**
 * Erases a person's comments, conversations, mentions and reviews on an account, their words in events and raw items, and
 * the deliveries that would still carry them. Rows of public items stay without content, so that a late reading does not
 * bring them back. Locks rows of the inbox, then the tenant's.
 */
export async function erase(
  tx: Runner,
  { tenantId, personId }: ErasureJob,
  { accountId, isOwn }: ErasedAccount,
): Promise<void> {
  const place = sql`tenant_id = ${tenantId} and account_id = ${accountId}`;
  const written = sql`${place} and (${isOwn} or author ->> 'id' = ${personId})`;
  const rows = await tx.run(sql<{ id: string }>`
    with conversation as (
      delete from conversations where ${place} and (${isOwn} or participant_id = ${personId}) returning id
    ), message as (
      delete from messages where tenant_id = ${tenantId} and (conversation_id in (select id from conversation)
        or account_id = ${accountId} and sender ->> 'id' = ${personId}) returning id
    ), comment as (
      update comments set text = '', author = ${NOBODY}::jsonb, raw = null, deleted_at = coalesce(deleted_at, now()) where ${written} returning id
    ), mention as (
      update mentions set text = '', author = ${NOBODY}::jsonb, raw = null, permalink = null, deleted_at = coalesce(deleted_at, now()) where ${written} returning id
    ), review as (
      update reviews set text = '', author = ${NOBODY}::jsonb, raw = null, deleted_at = coalesce(deleted_at, now()) where ${written} returning id
    )
    select id from conversation union all select id from message union all select id from comment
      union all select id from mention union all select id from review`);
  const ids = rows.map(({ id }) => id);
  await tx.run(sql`update messages set reactions = reactions - ${personId} where ${place} and reactions ? ${personId}`);
  await tx.run(sql`delete from early_changes where ${place} and (${isOwn} or actor = ${personId})`);
  await tx.run(sql`
    update inbox_posts i set comment_count = n.count, last_comment_at = n.latest
    from (select p.id, count(c.id)::int as count, max(c.created_at) as latest from inbox_posts p
        left join comments c on c.tenant_id = p.tenant_id and c.inbox_post_id = p.id and c.deleted_at is null
      where p.tenant_id = ${tenantId} and p.account_id = ${accountId}
        and exists (select from comments x where x.tenant_id = p.tenant_id and x.inbox_post_id = p.id and x.id = any (${ids}))
      group by p.id) n
    where i.tenant_id = ${tenantId} and i.id = n.id`);
  await tx.run(sql`
    update callbacks set payload = '{}', due_at = null
    where ${place} and key not like 'access_removed:%' and (${isOwn} or payload::text like '%"' || ${personId} || '"%')`);
  await tx.run(sql`
    with blanked as (
      update events set summary = 'Erased', raw_payload = null,
        data = data || ${NOTHING}::jsonb || case when data ? 'recipient' then jsonb_build_object('recipient', ${NOBODY}::jsonb) else '{}' end
      where ${place} and category = 'inbox' and (resource_id = any (${ids}) or data #>> '{author,id}' = ${personId}
        or data #>> '{recipient,id}' = ${personId}) returning seq
    )
    update deliveries set status = 'failed', due_at = null where tenant_id = ${tenantId} and id in (
      select id from deliveries where tenant_id = ${tenantId} and status = 'pending' and event_seq in (select seq from blanked)
      order by id for update)`);
}
