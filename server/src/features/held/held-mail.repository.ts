import { sql } from 'kysely';
import { ROLES } from '../../core/roles.ts';
import type { Runner } from '../../db/query.ts';
import { isSuspended } from '../../db/suspended.ts';
import { isOpen } from './held-accounts.repository.ts';
import { kindsReadBy } from './kinds.ts';

/** A person who is to get a mail. */
export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** The number of things that wait for somebody, by workspace and environment. */
export interface Waiting {
  readonly workspace: string;
  readonly mode: 'live' | 'test';
  readonly count: number;
}

const ROLE_RECORDS = JSON.stringify(
  Object.entries(ROLES).map(([role, { permissions, approves, hasTestMode }]) => ({
    ...{ role, approves, has_test_mode: hasTestMode },
    kinds: kindsReadBy({ permissions }),
  })),
);

/** The members who may decide about rows of `h`, which has the columns of `held`. Nobody hears of what they wrote themselves. */
const deciders = sql`tenants t on t.tenant_id = h.tenant_id
  join memberships m on m.workspace_id = t.workspace_id and m.sending = 'direct' and m.user_id <> all (h.author_ids)
    and (m.brand_ids is null or h.brand_ids <> '{}' and h.brand_ids <@ m.brand_ids)
  join jsonb_to_recordset(${ROLE_RECORDS}::jsonb) as r (role text, approves text, has_test_mode boolean, kinds text[])
    on r.role = m.role::text and h.kind = any (r.kinds) and (r.has_test_mode or t.mode = 'live')
      and (r.approves = 'always' or r.approves = 'if given' and m.can_approve)`;

const ROWS_MAX = 500;

/**
 * Looks who decides about what waits since a moment ago, and makes a mail to each due: after a minute, in which more may come, and an
 * hour after the last one. Only addresses that were proved get mail.
 */
export async function notice(system: Runner): Promise<void> {
  await system.run(sql`
    with h as (
      update held set noticed_at = now() where (tenant_id, id) in (
        select tenant_id, id from held where ${isOpen} and noticed_at is null and not ${isSuspended('held')}
        limit ${ROWS_MAX} for update skip locked)
      returning tenant_id, kind, brand_ids, author_ids
    )
    update people p set held_mail_at = greatest(now() + interval '1 minute', p.held_mailed_at + interval '1 hour')
    where p.held_mail_at is null and p.address_proved_at is not null and p.user_id in (select m.user_id from h join ${deciders})`);
}

/** Takes people whose mail is due; no other process takes them. */
export async function claim(system: Runner, limit: number): Promise<Recipient[]> {
  return system.run(sql<Recipient>`
    update people set held_mail_at = null, held_mailed_at = now() where user_id in (
      select user_id from people where held_mail_at <= now() order by held_mail_at limit ${limit} for update skip locked)
    returning user_id as id, name, address`);
}

/** The mail was not taken: the next try is in an hour, because it may have gone out. */
export async function putOff(system: Runner, userId: string): Promise<void> {
  await system.run(sql`update people set held_mail_at = now() + interval '1 hour' where user_id = ${userId}`);
}

/** The things that a person may decide about now. */
export async function waitingFor(system: Runner, userId: string): Promise<Waiting[]> {
  return system.run(sql<Waiting>`
    select w.name as workspace, t.mode, count(*)::int as count
    from held h join ${deciders} join workspaces w on w.id = t.workspace_id
    join owners o on o.workspace_id = t.workspace_id and o.deleted_at is null
    where h.state in ('waiting', 'missed') and m.user_id = ${userId} and not ${isSuspended('h')}
    group by w.name, t.workspace_id, t.mode order by w.name, t.mode`);
}
