import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';
import type { AnnouncementRow } from './announcement.ts';

const columns = sql`a.id, a.kind, a.title, a.body, a.link_url, a.link_label, a.window_start, a.window_end, a.created_at`;

/** One page and one row more, newest first, without maintenance that is over. */
export async function list(
  db: Runner,
  workspaceId: string,
  filter: { readonly after: readonly [string, string] | undefined; readonly limit: number },
): Promise<(AnnouncementRow & { readonly seen: boolean })[]> {
  const conditions = [sql`(a.window_end is null or a.window_end > now())`];
  if (filter.after !== undefined)
    conditions.push(sql`(a.created_at, a.id) < (${filter.after[0]}::timestamptz, ${filter.after[1]})`);
  return db.run(sql<AnnouncementRow & { readonly seen: boolean }>`
    select ${columns}, exists (select from announcement_views v join owners o on o.workspace_id = v.workspace_id and o.id = v.user_id
      where v.workspace_id = ${workspaceId} and v.announcement_id = a.id) as seen
    from announcements a where ${sql.join(conditions, sql` and `)} order by a.created_at desc, a.id desc limit ${filter.limit + 1}`);
}

/** Notes that the owner of the workspace has seen it; false when there is no such announcement. */
export async function markSeen(tx: Runner, workspaceId: string, id: string): Promise<boolean> {
  const row = await tx.first(sql`
    with found as (select a.id, o.id as user_id from announcements a, owners o where a.id = ${id} and o.workspace_id = ${workspaceId}),
    noted as (
      insert into announcement_views (workspace_id, user_id, announcement_id) select ${workspaceId}, user_id, id from found
      on conflict do nothing)
    select 1 from found`);
  return row !== undefined;
}

export type NewAnnouncement = Omit<AnnouncementRow, 'id' | 'created_at'>;

export async function insert(system: Runner, options: NewAnnouncement): Promise<AnnouncementRow> {
  const [row] = await system.run(sql<AnnouncementRow>`
    insert into announcements as a (id, kind, title, body, link_url, link_label, window_start, window_end)
    values (${newId('ann')}, ${options.kind}, ${options.title}, ${options.body}, ${options.link_url}, ${options.link_label},
      ${options.window_start?.toISOString() ?? null}, ${options.window_end?.toISOString() ?? null})
    returning ${columns}`);
  return row as AnnouncementRow;
}

/** All announcements, newest first, with the number of owners who have seen each. */
export async function listAll(system: Runner): Promise<(AnnouncementRow & { readonly seen_by: number })[]> {
  return system.run(sql<AnnouncementRow & { readonly seen_by: number }>`
    select ${columns}, (select count(*)::int from announcement_views v where v.announcement_id = a.id) as seen_by
    from announcements a order by a.created_at desc, a.id desc`);
}

export async function remove(system: Runner, id: string): Promise<boolean> {
  return (await system.run(sql`delete from announcements where id = ${id} returning 1`)).length > 0;
}
