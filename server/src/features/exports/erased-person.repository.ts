import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** A person on an account: their ids on the platform, and whether the account is theirs. */
interface ErasedPerson {
  readonly accountId: string;
  readonly personIds: readonly string[];
  readonly isOwn: boolean;
}

/**
 * Removes a person's comments, and the account's replies to them, from the exports of an account. Finished exports that hold
 * them end now, because their files cannot be changed; one that is being written is written again. `isOwn`: the account is
 * the person's, so all of its exports end. Returns how many exports and comments it met.
 */
export async function erasePerson(
  tx: Runner,
  tenantId: string,
  { accountId, personIds, isOwn }: ErasedPerson,
): Promise<number> {
  const ended = await tx.run(sql`
    update exports e set
      status = case when ${isOwn} and e.status in ('pending', 'processing') then 'cancelled' else e.status end,
      attempt = e.attempt + 1,
      expires_at = case when e.status = 'completed' then tenant_now() else e.expires_at end,
      due_at = case when e.status in ('pending', 'processing') and not ${isOwn} then e.due_at else now() end
    where e.tenant_id = ${tenantId} and e.account_id = ${accountId} and e.due_at is not null
      and (${isOwn} or exists (select from export_comments c
        where c.tenant_id = e.tenant_id and c.export_id = e.id and c.author_id = any (${personIds}))) returning 1`);
  const removed = await tx.run(sql`
    delete from export_comments c using exports e join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
    where e.tenant_id = ${tenantId} and e.account_id = ${accountId} and c.tenant_id = e.tenant_id and c.export_id = e.id
      and (${isOwn} or c.author_id = any (${personIds}) or c.author_id = a.platform_id and exists (select from export_comments p
        where p.tenant_id = c.tenant_id and p.export_id = c.export_id and p.platform_id = c.parent_platform_id
          and p.author_id = any (${personIds}))) returning 1`);
  return ended.length + removed.length;
}
