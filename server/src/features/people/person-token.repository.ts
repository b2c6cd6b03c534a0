import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

const HOURS = 24;

/** The hash under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new token with 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Makes a link for a new password. `address`: where it is mailed to; null: the operator gives it. */
export async function create(system: Runner, userId: string, address: string | null): Promise<string> {
  const token = newToken();
  await system.run(sql`insert into person_tokens (hash, user_id, address, expires_at)
    values (${hashToken(token)}, ${userId}, ${address}, now() + ${HOURS} * interval '1 hour')`);
  return token;
}

export interface TokenRow {
  readonly user_id: string;
  readonly address: string | null;
}

export async function find(system: Runner, token: string): Promise<TokenRow | undefined> {
  return system.first(sql<TokenRow>`select user_id, address from person_tokens
    where hash = ${hashToken(token)} and expires_at > now() and user_id is not null`);
}

/** Uses the token up, and every other one of its person. */
export async function use(tx: Runner, token: string): Promise<TokenRow | undefined> {
  const row = await tx.first(sql<TokenRow>`delete from person_tokens
    where hash = ${hashToken(token)} and expires_at > now() and user_id is not null returning user_id, address`);
  if (row !== undefined) await tx.run(sql`delete from person_tokens where user_id = ${row.user_id}`);
  return row;
}

/** Notes an answer that must not come twice; false when it came before. */
export async function spend(system: Runner, answer: string): Promise<boolean> {
  const first = await system.first(sql`insert into person_tokens (hash, expires_at)
    values (${hashToken(answer)}, now() + ${HOURS} * interval '1 hour') on conflict do nothing returning 1`);
  return first !== undefined;
}
