import { sql } from 'kysely';
import type { TimePosition } from '../../db/keyset.ts';
import type { Runner } from '../../db/query.ts';
import { accounts } from '../accounts/index.ts';
import type { ConversationRow } from './conversation.ts';

export interface ConversationFilter {
  readonly status: 'active' | 'archived';
  readonly accountId: string | undefined;
  /** undefined: all. */
  readonly brandIds: readonly string[] | undefined;
  readonly pageId: string | undefined;
  readonly platform: string | undefined;
}

/** One page of conversations and one row more, the latest message first. */
export async function list(
  db: Runner,
  tenantId: string,
  { status, accountId, brandIds, pageId, platform }: ConversationFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<ConversationRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`, sql`status = ${status}`];
  if (accountId !== undefined) conditions.push(sql`account_id = ${accountId}`);
  if (pageId !== undefined) conditions.push(sql`page_id = ${pageId}`);
  if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
  if (brandIds !== undefined) conditions.push(sql`account_id in ${accounts.ofBrands(tenantId, brandIds)}`);
  if (after !== undefined)
    conditions.push(sql`(coalesce(last_message_at, created_at), id) < (${after[0]}::timestamptz, ${after[1]})`);
  return db.run(sql<ConversationRow>`
    select id, account_id, page_id, platform, platform_id, participant_id, participant_name, participant_picture, last_message,
      last_message_at, status, unread_count, created_at, updated_at
    from conversations where ${sql.join(conditions, sql` and `)}
    order by coalesce(last_message_at, created_at) desc, id desc limit ${limit + 1}`);
}
