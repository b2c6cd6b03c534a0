import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import { type LogoFile, media } from '../media/index.ts';

/** What pages for customers show of a workspace. */
export interface ProfileRow {
  readonly name: string;
  readonly timezone: string;
  readonly logo: LogoFile | null;
}

const columns = sql`p.name, p.timezone, ${media.logoColumn('p')}`;

export async function find(db: Runner, tenantId: string): Promise<ProfileRow> {
  const row = await db.first(
    sql<ProfileRow>`select ${columns} from workspace_profiles p where p.tenant_id = ${tenantId}`,
  );
  return row as ProfileRow;
}

/** Fields that are absent stay as they are. */
export interface ProfileChange {
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly logoMediaId?: string | null | undefined;
}

export async function update(
  tx: Runner,
  tenantId: string,
  { name, timezone, logoMediaId }: ProfileChange,
): Promise<ProfileRow> {
  const row = await tx.first(sql<ProfileRow>`
    update workspace_profiles p set name = coalesce(${name ?? null}, name), timezone = coalesce(${timezone ?? null}, timezone), updated_at = now(),
      logo_media_id = case when ${logoMediaId === undefined} then logo_media_id else ${logoMediaId ?? null} end
    where tenant_id = ${tenantId} returning ${columns}`);
  return row as ProfileRow;
}
