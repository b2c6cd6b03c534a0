import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import { isSuspended } from '../../db/suspended.ts';
import { columns, type HeldRow } from './held.repository.ts';
import { isOpen } from './held-accounts.repository.ts';

interface Ending {
  readonly tenant_id: string;
  readonly id: string;
}

const isDue = sql`(state = 'waiting' and ends_at is not null and ends_at <= now())`;

/** All its accounts were disconnected, or the item that it answers is gone. `item_id` may be an id of the platform. */
const isGone = sql`(
  held.account_ids <> '{}' and not exists (
    select from accounts c where c.tenant_id = held.tenant_id and c.id = any (held.account_ids) and c.disconnected_at is null)
  or held.post_id is null and held.item_id is not null and case split_part(held.item_id, '_', 1)
    when 'conv' then not exists (select from conversations i where i.tenant_id = held.tenant_id and i.id = held.item_id)
    when 'msg' then not exists (select from messages i where i.tenant_id = held.tenant_id and i.id = held.item_id and i.deleted_at is null)
    when 'mnt' then not exists (select from mentions i where i.tenant_id = held.tenant_id and i.id = held.item_id and i.deleted_at is null)
    when 'rev' then not exists (select from reviews i where i.tenant_id = held.tenant_id and i.id = held.item_id and i.deleted_at is null)
    when 'post' then not exists (select from posts i where i.tenant_id = held.tenant_id and i.id = held.item_id)
    when 'cmt' then not exists (
      select from comments i join inbox_posts p on p.tenant_id = i.tenant_id and p.id = i.inbox_post_id
      where i.tenant_id = held.tenant_id and i.id = held.item_id and i.deleted_at is null
        and (p.post_id is null or exists (select from posts o where o.tenant_id = p.tenant_id and o.id = p.post_id)))
    else exists (select from comments i where i.tenant_id = held.tenant_id and i.account_id = any (held.account_ids)
      and i.platform_id = held.item_id and i.deleted_at is not null)
  end)`;

/** The rows past their time, of all tenants that are not suspended. */
export async function ending(db: Runner, limit: number): Promise<Ending[]> {
  return db.run(
    sql<Ending>`select tenant_id, id from held where ${isDue} and not ${isSuspended('held')} order by ends_at limit ${limit}`,
  );
}

/** The rows that wait for an account or an item that is gone, of all tenants. It looks at everything that waits. */
export async function gone(db: Runner, limit: number): Promise<Ending[]> {
  return db.run(
    sql<Ending>`select tenant_id, id from held where ${isOpen} and not ${isSuspended('held')} and ${isGone} limit ${limit}`,
  );
}

/** Locks what still waits although its time has come, or its account or item is gone. */
export async function lockEnding(
  tx: Runner,
  tenantId: string,
  id: string,
): Promise<(HeldRow & { readonly is_gone: boolean }) | undefined> {
  return tx.first(sql<HeldRow & { readonly is_gone: boolean }>`select ${columns}, ${isGone} as is_gone from held
    where tenant_id = ${tenantId} and id = ${id} and ${isOpen} and (${isDue} or ${isGone}) for update`);
}
