import { sql } from 'kysely';
import type { Transaction } from '../../core/context.ts';
import type { Runner } from '../../db/query.ts';

export interface PersonRow {
  readonly user_id: string;
  readonly name: string;
  readonly address: string;
  readonly address_proved_at: Date | null;
  readonly password: string | null;
  readonly created_at: Date;
}

/** So many people may have the same address while nobody has proved it. */
export const UNPROVED_MAX = 5;

const columns = sql`user_id, name, address, address_proved_at, password, created_at`;

export async function byId(db: Runner, userId: string): Promise<PersonRow | undefined> {
  return db.first(sql<PersonRow>`select ${columns} from people where user_id = ${userId}`);
}

/** The people with an address: the one who proved it first, then those who only gave it. */
export async function byAddress(system: Runner, address: string): Promise<PersonRow[]> {
  return system.run(sql<PersonRow>`select ${columns} from people where lower(address) = lower(${address})
    order by address_proved_at is null, created_at limit ${UNPROVED_MAX}`);
}

export interface NewPerson {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** Mail or an OIDC provider proved it. */
  readonly isProved: boolean;
  readonly password: string | null;
}

export async function create(tx: Runner, { id, name, address, isProved, password }: NewPerson): Promise<void> {
  await tx.run(sql`insert into people (user_id, name, address, address_proved_at, password)
    values (${id}, ${name}, ${address}, ${isProved ? sql`now()` : null}, ${password})`);
}

export async function rename(db: Runner, userId: string, name: string): Promise<void> {
  await db.run(sql`update people set name = ${name}, updated_at = now() where user_id = ${userId}`);
}

export async function setPassword(db: Runner, userId: string, password: string | null): Promise<void> {
  await db.run(sql`update people set password = ${password}, updated_at = now() where user_id = ${userId}`);
}

/** Gives the person an address. One that is proved belongs to nobody else: throws a unique violation otherwise. */
export async function setAddress(db: Runner, userId: string, address: string, isProved: boolean): Promise<void> {
  await db.run(sql`update people set address = ${address}, address_proved_at = ${isProved ? sql`now()` : null}, updated_at = now()
    where user_id = ${userId}`);
}

/** All people, or those with an address or id, for the operator. */
export async function list(
  system: Runner,
  word?: string,
): Promise<(PersonRow & { readonly memberships: { readonly workspace: string; readonly role: string }[] })[]> {
  return system.run(sql<PersonRow & { memberships: { workspace: string; role: string }[] }>`
    select ${columns}, coalesce((select json_agg(json_build_object('workspace', m.workspace_id, 'role', m.role) order by m.workspace_id)
      from memberships m where m.user_id = p.user_id), '[]') as memberships
    from people p where ${word ?? null}::text is null or user_id = ${word ?? null} or lower(address) = lower(${word ?? null}) order by created_at, user_id`);
}

/** Removes a person with its sessions, passkeys and memberships. What it wrote keeps its name. */
export async function remove(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.first(sql`delete from people where user_id = ${userId} returning 1`)) !== undefined;
}

/** Whether no person can sign in yet. */
export async function isNobody(system: Runner): Promise<boolean> {
  return (await system.first(sql`select 1 from people limit 1`)) === undefined;
}
