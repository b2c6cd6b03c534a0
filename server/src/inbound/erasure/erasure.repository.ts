import { type RawBuilder, sql } from 'kysely';
import type { Claim } from '../../core/worker.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Runner } from '../../db/query.ts';

/** The person connected the account: it is their own, or it is reached by their login. */
function isOwnedBy(account: string, personId: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${account}.${name}`);
  return sql`(${column('platform_id')} = ${personId} or ${column('metadata')} ->> 'app_scoped_id' = ${personId} or exists (
    select from shared_logins l where l.tenant_id = ${column('tenant_id')} and l.id = ${column('login_id')} and l.platform_id = ${personId}))`;
}

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
    insert into erasures (tenant_id, id, platform, person_id, names, own_accounts)
    select distinct a.tenant_id, ${code}, ${platform}, ${personId}, coalesce(own.names, '{}'), array(
      select o.id from accounts o where o.tenant_id = a.tenant_id and o.platform = ${platform} and ${isOwnedBy('o', personId)} order by o.id)
    from accounts a join tenants t on t.tenant_id = a.tenant_id and t.world is not distinct from ${world}, own
    where a.platform = ${platform}
    on conflict do nothing`);
  if (world === null)
    await system.run(
      sql`delete from forwards where position(convert_to(${JSON.stringify(personId)}, 'UTF8') in body) > 0`,
    );
}

/** `found`: everything is erased. `nothing`: the person was not known here. */
export type ErasureState = 'running' | 'found' | 'nothing';

/** The state of a request; undefined for an unknown code. */
export async function stateOf(system: Runner, code: string): Promise<ErasureState | undefined> {
  const row = await system.first(sql<{ state: ErasureState }>`
    select case when exists (select from erasures e where e.id = r.code and e.done_at is null) then 'running'
      when exists (select from erasures e where e.id = r.code and e.has_found) then 'found' else 'nothing' end as state
    from erasure_requests r where r.code = ${code}`);
  return row?.state;
}

export interface ErasureJob {
  readonly tenantId: string;
  readonly id: string;
  readonly platform: string;
  readonly personId: string;
  readonly livemode: boolean;
  readonly attempt: number;
}

export function claim(system: Runner, claim: Claim): Promise<ErasureJob[]> {
  return claimDue(
    system,
    { table: 'erasures', dueAt: 'due_at', leaseUntil: 'lease_until', attempt: 'attempt', alsoWhileSuspended: true },
    claim,
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

/**
 * Notes the other ids and the names that the person has in the inbox, because they are blanked before the job is done.
 * `hasSeveralIds`: as in `Erasures`.
 */
export async function learnPerson(
  db: Runner,
  { tenantId, id, platform, personId }: ErasureJob,
  hasSeveralIds: boolean,
): Promise<Person> {
  const here = sql`tenant_id = ${tenantId} and platform = ${platform}`;
  const names = (table: string, person: string) =>
    sql`select ${sql.ref(person)} ->> 'username' from ${sql.table(table)}
      where ${here} and ${sql.ref(person)} ->> 'id' in (select id from people)`;
  const named = JSON.stringify(personId);
  const row = await db.first(sql<{ names: string[] }>`
    with people as (
      select ${personId} as id
      union select participant_id from conversations where ${here} and ${personId} = any (participant_other_ids)
      union select sender ->> 'id' from messages
        where ${hasSeveralIds} and ${here} and direction = 'incoming' and sender ->> 'username' = ${personId}
      union select data ->> 'recipient_id' from events
        where ${hasSeveralIds} and ${here} and account_id in (select id from accounts where ${here}) and data ->> 'recipient_id' <> '' and position(${named} in raw_payload::text) > 0
    )
    update erasures set names = array(select name from (
        select unnest(erasures.names) union select id from people union ${names('comments', 'author')}
        union ${names('mentions', 'author')} union ${names('reviews', 'author')} union ${names('messages', 'sender')}
        union select unnest(participant_other_ids) from conversations where ${here} and participant_id in (select id from people)) found (name)
      where name not in ('', 'unknown', ${personId}))
    where tenant_id = ${tenantId} and id = ${id} returning names`);
  const known = row?.names ?? [];
  return { id: personId, names: known, ids: [personId, ...known] };
}

/** Notes that something of the person is here. */
export async function noteFound(tx: Runner, { tenantId, id }: ErasureJob): Promise<void> {
  await tx.run(
    sql`update erasures set has_found = true where tenant_id = ${tenantId} and id = ${id} and not has_found`,
  );
}

const OPEN_SECONDS = 30;

/** Marks the request as done and forgets the person, unless answers to the person are still being sent. */
export async function settle(db: Runner, { tenantId, id, attempt }: ErasureJob): Promise<void> {
  const isOpen = sql`open_answers <> '{}'`;
  await db.run(sql`
    update erasures set done_at = case when ${isOpen} then null else now() end,
      due_at = case when ${isOpen} then now() + ${OPEN_SECONDS} * interval '1 second' end, lease_until = '-infinity',
      person_id = case when ${isOpen} then person_id else '' end, names = case when ${isOpen} then names else '{}' end,
      own_accounts = case when ${isOpen} then own_accounts else '{}' end
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt}`);
}

export interface ErasedAccount {
  readonly accountId: string;
  /** The person is the one who connected the account, so everything in its inbox came by their consent. */
  readonly isOwn: boolean;
}

/** The accounts of the tenant on the platform, disconnected ones too. */
export async function accountsOf(
  db: Runner,
  { tenantId, id, platform, personId }: ErasureJob,
): Promise<ErasedAccount[]> {
  return db.run(sql<ErasedAccount>`
    select a.id as "accountId", a.id = any (e.own_accounts) or ${isOwnedBy('a', personId)} as "isOwn"
    from accounts a join erasures e on e.tenant_id = a.tenant_id and e.id = ${id}
    where a.tenant_id = ${tenantId} and a.platform = ${platform} order by a.id`);
}
