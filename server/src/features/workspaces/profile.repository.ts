import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import { type LogoFile, media } from '../media/index.ts';

/** What pages for customers show of a workspace. */
export interface ProfileRow {
  readonly name: string;
  readonly logo: LogoFile | null;
}

const columns = sql`p.name, ${media.logoColumn('p')}`;

export async function find(db: Runner, tenantId: string): Promise<ProfileRow> {
  const row = await db.first(
    sql<ProfileRow>`select ${columns} from workspace_profiles p where p.tenant_id = ${tenantId}`,
  );
  return row as ProfileRow;
}

/** Writes the given fields; absent ones stay as they are. */
export async function update(
  tx: Runner,
  tenantId: string,
  { name, logoMediaId }: { readonly name?: string | undefined; readonly logoMediaId?: string | null | undefined },
): Promise<ProfileRow> {
  const row = await tx.first(sql<ProfileRow>`
    update workspace_profiles p set name = coalesce(${name ?? null}, name), updated_at = now(),
      logo_media_id = case when ${logoMediaId === undefined} then logo_media_id else ${logoMediaId ?? null} end
    where tenant_id = ${tenantId} returning ${columns}`);
  return row as ProfileRow;
}
