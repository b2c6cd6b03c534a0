import { sql } from 'kysely';
import type { Platform } from '../../../core/platforms.ts';
import type { Runner } from '../../../db/query.ts';

/** The fields of an account that a target needs. */
export interface TargetAccount {
  readonly id: string;
  readonly brand_id: string;
  readonly platform: Platform;
}

/** Connected accounts among these ids. */
export async function accountsByIds(db: Runner, tenantId: string, ids: readonly string[]): Promise<TargetAccount[]> {
  return db.run(sql<TargetAccount>`
    select id, brand_id, platform from accounts where tenant_id = ${tenantId} and id = any (${ids}) and disconnected_at is null`);
}
