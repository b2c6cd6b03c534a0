import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';

/** The location of media files that the database notes. */
export interface NotedLocation {
  readonly location: string;
  /** The path of the folder, or the bucket. */
  readonly shownAs: string;
}

export async function noted(db: Runner): Promise<NotedLocation | undefined> {
  return db.first(sql<NotedLocation>`select place as location, shown_as as "shownAs" from media_place`);
}

/** Notes the location unless there is one. Returns the noted one. */
export async function noteFirst(db: Runner, { location, shownAs }: NotedLocation): Promise<NotedLocation> {
  await db.run(sql`insert into media_place (place, shown_as) values (${location}, ${shownAs}) on conflict do nothing`);
  return (await noted(db)) as NotedLocation;
}

export async function replace(db: Runner, { location, shownAs }: NotedLocation): Promise<void> {
  await db.run(sql`
    insert into media_place (place, shown_as) values (${location}, ${shownAs})
    on conflict (is_only) do update set place = excluded.place, shown_as = excluded.shown_as, noted_at = now()`);
}

/** Up to `limit` items that have a file, in the order of tenant and id. */
export async function storedItems(
  db: Runner,
  after: { readonly tenantId: string; readonly id: string },
  limit: number,
): Promise<{ tenantId: string; id: string }[]> {
  return db.run(sql<{ tenantId: string; id: string }>`
    select tenant_id as "tenantId", id from media where status = 'ready' and (tenant_id, id) > (${after.tenantId}, ${after.id})
    order by tenant_id, id limit ${limit}`);
}
