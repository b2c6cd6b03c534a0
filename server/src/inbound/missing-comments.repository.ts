import { sql } from 'kysely';
import type { InboundItem } from '../core/connector.ts';
import type { PlatformComment } from '../core/inbox.ts';
import type { Runner } from '../db/query.ts';

export interface WholeList {
  readonly accountId: string;
  readonly platformPostId: string;
  /** Every comment on the post that the platform shows. */
  readonly listed: readonly PlatformComment[];
}

/**
 * Comments of a post that its platform does not list any more: they were removed there. A young one may only not be
 * visible yet.
 */
export async function missingComments(
  db: Runner,
  tenantId: string,
  { accountId, platformPostId, listed }: WholeList,
): Promise<InboundItem[]> {
  const known = listed.map(({ platformId }) => platformId);
  const rows = await db.run(sql<{ platform_id: string; now: Date }>`
    select c.platform_id, tenant_now() as now from comments c
    join inbox_posts i on i.tenant_id = c.tenant_id and i.id = c.inbox_post_id
    where c.tenant_id = ${tenantId} and i.account_id = ${accountId} and i.platform_id = ${platformPostId} and c.deleted_at is null
      and c.created_at < tenant_now() - interval '5 minutes' and not c.platform_id = any (${known})`);
  return rows.map(({ platform_id: platformId, now: at }) => ({
    kind: 'removal',
    removal: { item: 'comment', platformId, at },
  }));
}
