import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** A platform of a tenant. */
export interface Where {
  readonly tenantId: string;
  readonly platform: string;
}

/** The person on the platform, of this tenant alone. */
export function hashOf({ tenantId, platform }: Where, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, platform, id]))
    .digest('hex');
}

/** Notes that everything of these people or accounts up to now is erased. */
export async function note(db: Runner, where: Where, ids: readonly string[]): Promise<void> {
  const hashes = [...new Set(ids)].map((id) => hashOf(where, id));
  await db.run(sql`
    insert into erased_people (tenant_id, person_hash, erased_at)
    select ${where.tenantId}, hash, tenant_now() from unnest(${hashes}::text[]) as p (hash)
    on conflict (tenant_id, person_hash) do update set erased_at = excluded.erased_at`);
}

/** When those among them were erased, by hash. */
export async function erasedAt(tx: Runner, tenantId: string, hashes: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx.run(sql<{ hash: string; at: Date }>`
    select person_hash as hash, erased_at as at from erased_people
    where tenant_id = ${tenantId} and person_hash = any (${[...new Set(hashes)]})`);
  return new Map(rows.map(({ hash, at }) => [hash, at]));
}
