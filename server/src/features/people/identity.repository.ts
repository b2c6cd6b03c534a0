import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** Who somebody is at an OIDC provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export async function find(system: Runner, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await system.first(
    sql<{ user_id: string }>`select user_id from identities where issuer = ${issuer} and subject = ${subject}`,
  );
  return row?.user_id;
}

export async function add(tx: Runner, userId: string, { issuer, subject }: Identity): Promise<void> {
  await tx.run(sql`insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`);
}

export async function removeAll(tx: Runner, userId: string): Promise<void> {
  await tx.run(sql`delete from identities where user_id = ${userId}`);
}
