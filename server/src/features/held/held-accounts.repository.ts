import { type RawBuilder, sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** The row that waits, or that waited until it was missed. */
export const isOpen = sql`state in ('waiting', 'missed')`;

export function brandsOf(tenantId: string, accountIds: RawBuilder<unknown>) {
  return sql`array(select distinct c.brand_id::text from accounts c where c.tenant_id = ${tenantId} and c.id = any (${accountIds}))`;
}

/** Makes what waits of accounts belong to the brand that they are about to move to. */
export async function moveAccounts(
  tx: Runner,
  tenantId: string,
  accountIds: readonly string[],
  brandId: string,
): Promise<void> {
  await tx.run(sql`
    update held h set updated_at = tenant_now(), brand_ids = array(
      select distinct case when c.id = any (${accountIds}) then ${brandId} else c.brand_id::text end
      from accounts c where c.tenant_id = ${tenantId} and c.id = any (h.account_ids))
    where tenant_id = ${tenantId} and ${isOpen} and account_ids && ${accountIds}::text[] and brand_ids <> array[${brandId}]`);
}

/** The accounts that the things among these ids belong to. */
export async function accountsOf(db: Runner, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const of = (table: string, column = 'id') =>
    sql`select account_id from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(column)} = any (${ids})`;
  const tables = ['actions', 'inbox_posts', 'comments', 'conversations', 'messages', 'mentions', 'reviews'];
  const rows = await db.run(sql<{ id: string }>`
    select id from accounts where tenant_id = ${tenantId} and (id = any (${ids}) or id in (
      ${sql.join([of('actions', 'post_id'), ...tables.map((table) => of(table))], sql` union `)})) order by id`);
  return rows.map(({ id }) => id);
}

/** The facts that say until when a message can be sent. */
export async function conversationWith(
  db: Runner,
  tenantId: string,
  id: string,
): Promise<{ platform: string; last_incoming_at: Date | null } | undefined> {
  return db.first(sql<{ platform: string; last_incoming_at: Date | null }>`
    select platform, last_incoming_at from conversations where tenant_id = ${tenantId} and id = ${id}`);
}
