import { sql } from 'kysely';
import type { PlatformMention } from '../../core/messaging/inbox.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import type { Runner } from '../../db/query.ts';
import type { InboxAccount } from '../inbox/index.ts';
import type { MentionRow } from './mention.ts';

const columns = sql`id, account_id, platform, platform_id, platform_post_id, author, text, permalink, created_at, received_at`;

export interface MentionFilter {
  readonly accountId: string;
  readonly since: Date | undefined;
}

/** One page of an account's mentions and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { accountId, since }: MentionFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<MentionRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`, sql`account_id = ${accountId}`, sql`deleted_at is null`];
  if (since !== undefined) conditions.push(sql`created_at >= ${since}`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  return db.run(sql<MentionRow>`
    select ${columns} from mentions where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${rowsFor(limit)}`);
}

/** A mention of the account by our id or the platform's. */
export async function find(
  db: Runner,
  tenantId: string,
  accountId: string,
  id: string,
): Promise<MentionRow | undefined> {
  return db.first(sql<MentionRow>`
    select ${columns} from mentions
    where tenant_id = ${tenantId} and account_id = ${accountId} and deleted_at is null and (id = ${id} or platform_id = ${id}) limit 1`);
}

export interface NewMention {
  readonly id: string;
  readonly mention: PlatformMention;
  readonly author: StoredPerson;
  /** Its removal arrived before it. */
  readonly removedAt: Date | undefined;
}

/**
 * Writes or updates a mention; the newest text wins. Undefined when nothing is written, because it is a comment on the
 * account's own post or was removed.
 */
export async function upsert(
  tx: Runner,
  { tenantId, accountId, platform }: InboxAccount,
  { id, mention, author, removedAt }: NewMention,
): Promise<{ id: string; is_new: boolean } | undefined> {
  const isRemoved = removedAt !== undefined;
  return tx.first(sql<{ id: string; is_new: boolean }>`
    insert into mentions as m (tenant_id, id, account_id, platform, platform_id, platform_post_id, author, text, permalink, created_at,
      edited_at, deleted_at)
    select ${tenantId}, ${id}, ${accountId}, ${platform}, ${mention.platformId}, ${mention.platformPostId ?? null}, ${JSON.stringify(author)}::jsonb,
      ${isRemoved ? '' : mention.text}, ${mention.permalink ?? null},
      ${mention.createdAt}::timestamptz, ${mention.editedAt ?? null}::timestamptz, ${removedAt ?? null}::timestamptz
    where not exists (select from comments where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${mention.platformId})
    on conflict (tenant_id, account_id, platform_id) do update set
      text = case when coalesce(excluded.edited_at, excluded.created_at) >= coalesce(m.edited_at, m.created_at) then excluded.text else m.text end,
      edited_at = greatest(m.edited_at, excluded.edited_at), author = m.author || excluded.author,
      permalink = coalesce(excluded.permalink, m.permalink), platform_post_id = coalesce(excluded.platform_post_id, m.platform_post_id)
      where m.deleted_at is null
    returning id, xmax = 0 as is_new`);
}

/** Blanks a mention that was removed; false when it is not known. */
export async function remove(
  tx: Runner,
  { tenantId, accountId }: InboxAccount,
  platformId: string,
  at: Date,
): Promise<boolean> {
  const removed = await tx.run(sql`
    update mentions set text = '', raw = null, deleted_at = least(deleted_at, ${at})
    where tenant_id = ${tenantId} and account_id = ${accountId} and platform_id = ${platformId} returning 1`);
  return removed.length > 0;
}
