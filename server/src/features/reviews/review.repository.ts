import { sql } from 'kysely';
import type { TimePosition } from '../../db/keyset.ts';
import type { Runner } from '../../db/query.ts';
import { accounts } from '../accounts/index.ts';
import type { ReviewRow } from './review.ts';

export interface ReviewFilter {
  readonly accountId: string | undefined;
  /** undefined: all. */
  readonly brandIds: readonly string[] | undefined;
  readonly platform: string | undefined;
  readonly since: Date | undefined;
}

/** One page of reviews and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { accountId, brandIds, platform, since }: ReviewFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<ReviewRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`];
  if (accountId !== undefined) conditions.push(sql`account_id = ${accountId}`);
  if (brandIds !== undefined) conditions.push(sql`account_id in ${accounts.ofBrands(tenantId, brandIds)}`);
  if (platform !== undefined) conditions.push(sql`platform = ${platform}`);
  if (since !== undefined) conditions.push(sql`created_at >= ${since}`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  return db.run(sql<ReviewRow>`
    select id, account_id, platform, platform_id, rating, text, author, reply, created_at, updated_at
    from reviews where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${limit + 1}`);
}
