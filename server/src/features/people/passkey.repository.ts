import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const columns = sql`id, user_id, name, public_key, counter, transports, created_at, last_used_at`;
export const PASSKEYS_MAX = 20;

export async function ofPerson(db: Runner, userId: string): Promise<PasskeyRow[]> {
  return db.run(sql<PasskeyRow>`select ${columns} from passkeys where user_id = ${userId} order by created_at, id`);
}

export async function find(system: Runner, id: string): Promise<PasskeyRow | undefined> {
  return system.first(sql<PasskeyRow>`select ${columns} from passkeys where id = ${id}`);
}

export type NewPasskey = Pick<PasskeyRow, 'id' | 'name' | 'transports'> & {
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
};

/** False when the authenticator is known already. */
export async function add(db: Runner, passkey: NewPasskey): Promise<boolean> {
  const { id, userId, name, publicKey, counter, transports } = passkey;
  const added = await db.first(sql`insert into passkeys (id, user_id, name, public_key, counter, transports)
    values (${id}, ${userId}, ${name}, ${publicKey}, ${counter}, ${transports}) on conflict do nothing returning 1`);
  return added !== undefined;
}

/** Notes a sign-in. False when another one has used the same answer: counters that count only go up. */
export async function noteUse(db: Runner, id: string, counter: number): Promise<boolean> {
  const used = await db.first(sql`update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or ${counter} = 0 and counter = 0) returning 1`);
  return used !== undefined;
}

export async function remove(db: Runner, userId: string, id?: string): Promise<boolean> {
  const removed = await db.run(
    sql`delete from passkeys where user_id = ${userId} and id = coalesce(${id ?? null}, id) returning 1`,
  );
  return removed.length > 0;
}
