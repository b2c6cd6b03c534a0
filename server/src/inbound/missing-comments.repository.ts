import { sql } from 'kysely';
import type { PlatformComment } from '../core/messaging/inbox.ts';
import type { Runner } from '../db/query.ts';

export interface ReadList {
  readonly accountId: string;
  readonly platformPostId: string;
  /** The comments on the post that the platform lists. */
  readonly listed: readonly PlatformComment[];
}

export interface MissingComment {
  readonly platformId: string;
  /** The tenant's time. */
  readonly now: Date;
}

/**
 * Comments of a post that its platform does not list, newest first. A young one may only not be visible yet, and one that
 * is hidden or kept back by moderation is listed elsewhere.
 */
export async function missingComments(
  db: Runner,
  tenantId: string,
  { accountId, platformPostId, listed }: ReadList,
): Promise<MissingComment[]> {
  const known = listed.map(({ platformId }) => platformId);
  return db.run(sql<MissingComment>`
    select c.platform_id as "platformId", tenant_now() as now from comments c
    join inbox_posts i on i.tenant_id = c.tenant_id and i.id = c.inbox_post_id
    where c.tenant_id = ${tenantId} and i.account_id = ${accountId} and i.platform_id = ${platformPostId} and c.deleted_at is null
      and coalesce(c.moderation_status, 'published') = 'published' and not c.is_hidden
      and c.created_at < tenant_now() - interval '5 minutes' and not c.platform_id = any (${known})
    order by c.created_at desc`);
}
