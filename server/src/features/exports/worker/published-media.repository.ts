import { sql } from 'kysely';
import type { StoredMedia } from '../../../db/column-types.ts';
import type { Runner } from '../../../db/query.ts';
import type { ExportJob } from './job.repository.ts';

/** The media with which an item of the account was published here; none for items made elsewhere. */
export async function read(
  db: Runner,
  { tenantId, accountId }: ExportJob,
  platformId: string,
): Promise<readonly StoredMedia[]> {
  const row = await db.first(sql<{ media: StoredMedia[] }>`
    select coalesce(a.input->'media', p.media) as media from actions a join posts p on p.tenant_id = a.tenant_id and p.id = a.post_id
    where a.tenant_id = ${tenantId} and a.account_id = ${accountId} and a.platform_id = ${platformId} and a.kind = 'publish'
    order by a.created_at desc limit 1`);
  return row?.media ?? [];
}
