import { sql } from 'kysely';
import type { Platform } from '../../../core/platforms.ts';
import type { Runner } from '../../../db/query.ts';

/** The fields of an account that a target needs. */
export interface TargetAccount {
  readonly id: string;
  readonly brand_id: string;
  readonly needs_approval: boolean;
  readonly platform: Platform;
}

/** The connected accounts of these platforms, in the order of their ids. */
export async function accountsOfPlatforms(
  db: Runner,
  tenantId: string,
  platforms: readonly Platform[],
): Promise<(TargetAccount & { readonly username: string })[]> {
  return db.run(sql<TargetAccount & { username: string }>`
    select id, brand_id, needs_approval, platform, username from accounts
    where tenant_id = ${tenantId} and platform = any (${platforms}) and disconnected_at is null order by id`);
}

/** Connected accounts among these ids. */
export async function accountsByIds(db: Runner, tenantId: string, ids: readonly string[]): Promise<TargetAccount[]> {
  return db.run(sql<TargetAccount>`
    select id, brand_id, needs_approval, platform from accounts where tenant_id = ${tenantId} and id = any (${ids}) and disconnected_at is null`);
}
