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

/**
 * Notes a request for every tenant that had an account on the platform. A repeated one changes nothing. Callbacks about the
 * person that wait for other cells end: those cells erase the person too, and their readings find what else was in them.
 */
export async function request(system: Runner, { code, world, platform, personId }: ErasureRequest): Promise<void> {
  await system.run(sql`
    with noted as (
      insert into erasure_requests (code) values (${code}) on conflict do nothing
    ), own as (
      select array_agg(distinct a.username) filter (where a.username <> '') as names
      from accounts a join tenants t on t.tenant_id = a.tenant_id and t.world is not distinct from ${world}
      where a.platform = ${platform} and (a.platform_id = ${personId} or a.metadata ->> 'app_scoped_id' = ${personId})
    )
    insert into erasures (tenant_id, id, platform, person_id, names)
    select distinct a.tenant_id, ${code}, ${platform}, ${personId}, coalesce(own.names, '{}')
    from accounts a join tenants t on t.tenant_id = a.tenant_id and t.world is not distinct from ${world}, own
    where a.platform = ${platform}
    on conflict do nothing`);
  if (world === null)
    await system.run(
      sql`delete from forwards where position(convert_to(${JSON.stringify(personId)}, 'UTF8') in body) > 0`,
    );
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

/** The person under all ids: the platform's, and names, which identify the author where a platform gives no id. */
export interface Person {
  readonly id: string;
  readonly names: readonly string[];
  /** `id` and `names`. */
  readonly ids: readonly string[];
}

/** Notes the names that the person has in the inbox, because they are blanked before the job is done. */
export async function learnPerson(db: Runner, { tenantId, id, platform, personId }: ErasureJob): Promise<Person> {
  const names = (table: string, person: string) =>
    sql`select ${sql.ref(person)} ->> 'username' from ${sql.table(table)}
      where tenant_id = ${tenantId} and platform = ${platform} and ${sql.ref(person)} ->> 'id' = ${personId}`;
  const row = await db.first(sql<{ names: string[] }>`
    update erasures set names = array(select name from (
        select unnest(erasures.names) union ${names('comments', 'author')} union ${names('mentions', 'author')}
        union ${names('reviews', 'author')} union ${names('messages', 'sender')}) found (name)
      where name not in ('', 'unknown'))
    where tenant_id = ${tenantId} and id = ${id} returning names`);
  const known = row?.names ?? [];
  return { id: personId, names: known, ids: [personId, ...known] };
}

const OPEN_SECONDS = 30;

/** Marks the request as done and forgets the person, unless answers to the person are still being sent. */
export async function settle(db: Runner, { tenantId, id, attempt }: ErasureJob): Promise<void> {
  const isOpen = sql`open_answers <> '{}'`;
  await db.run(sql`
    update erasures set done_at = case when ${isOpen} then null else now() end,
      due_at = case when ${isOpen} then now() + ${OPEN_SECONDS} * interval '1 second' end, lease_until = '-infinity',
      person_id = case when ${isOpen} then person_id else '' end, names = case when ${isOpen} then names else '{}' end
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
