import { sql } from 'kysely';
import type { ArchivedItem } from '../../../core/analysis/archive.ts';
import type { Missing, Transcript, Vision } from '../../../core/analysis/media-analysis.ts';
import type { Metrics } from '../../../core/analytics/metrics.ts';
import type { PlatformComment } from '../../../core/messaging/inbox.ts';
import type { Runner } from '../../../db/query.ts';
import { toStorable } from '../../../lib/storable-text.ts';
import type { ItemContent } from '../export.repository.ts';

interface OfExport {
  readonly tenantId: string;
  readonly id: string;
}

/** The platform ids among these that the export has already. */
export async function known(
  db: Runner,
  { tenantId, id }: OfExport,
  platformIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.run(sql<{ platform_id: string }>`select platform_id from export_items
    where tenant_id = ${tenantId} and export_id = ${id} and platform_id = any (${platformIds})`);
  return new Set(rows.map((row) => row.platform_id));
}

/** Stores new items from a position on. */
export async function insert(
  tx: Runner,
  { tenantId, id }: OfExport,
  position: number,
  items: readonly ArchivedItem[],
): Promise<void> {
  const rows = items.map((item, index) => ({
    position: position + index,
    platform_id: item.platformId,
    content: toContent(item),
    metrics: item.metrics ?? null,
  }));
  await tx.run(sql`
    insert into export_items (tenant_id, export_id, position, platform_id, content, metrics)
    select ${tenantId}, ${id}, x.position, x.platform_id, x.content, x.metrics
    from jsonb_to_recordset(${JSON.stringify(toStorable(rows))}::jsonb) as x (position int, platform_id text, content jsonb, metrics jsonb)`);
}

function toContent({ platformId: _, metrics: __, createdAt, ...rest }: ArchivedItem): ItemContent {
  return { ...rest, createdAt: createdAt.toISOString() };
}

/** The facts that a step learned of an item. */
export interface ItemFacts {
  readonly metrics?: Metrics;
  readonly metricsMissing?: string;
  readonly commentsMissing?: string;
  readonly transcript?: Transcript | Missing;
  readonly vision?: Vision | Missing;
}

export async function update(
  tx: Runner,
  { tenantId, id }: OfExport,
  position: number,
  facts: ItemFacts,
): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(toStorable(value)));
  await tx.run(sql`
    update export_items set metrics = coalesce(${json(facts.metrics)}::jsonb, metrics),
      metrics_missing = coalesce(${toStorable(facts.metricsMissing) ?? null}, metrics_missing),
      comments_missing = coalesce(${toStorable(facts.commentsMissing) ?? null}, comments_missing),
      transcript = coalesce(${json(facts.transcript)}::jsonb, transcript), vision = coalesce(${json(facts.vision)}::jsonb, vision)
    where tenant_id = ${tenantId} and export_id = ${id} and position = ${position}`);
}

/** Gives all items from a position on the same reason for having no transcript or no analysis. */
export async function leaveOut(
  tx: Runner,
  { tenantId, id }: OfExport,
  column: 'transcript' | 'vision',
  position: number,
  missing: Missing,
): Promise<void> {
  await tx.run(sql`update export_items set ${sql.ref(column)} = ${JSON.stringify(missing)}::jsonb
    where tenant_id = ${tenantId} and export_id = ${id} and position >= ${position} and ${sql.ref(column)} is null`);
}

/** Comments of one statement. */
const CHUNK = 1000;

/** Stores the comments on an item, in the order of the platform. */
export async function insertComments(
  tx: Runner,
  { tenantId, id }: OfExport,
  itemPosition: number,
  comments: readonly PlatformComment[],
): Promise<void> {
  for (let start = 0; start < comments.length; start += CHUNK) {
    const rows = comments.slice(start, start + CHUNK).map((comment, index) => ({
      position: start + index,
      platform_id: comment.platformId,
      parent_platform_id: comment.parentId ?? null,
      author_id: comment.author.id,
      author: comment.author.name || comment.author.username || comment.author.id,
      text: comment.text,
      created_at: comment.createdAt,
      likes: comment.likeCount ?? null,
    }));
    await tx.run(sql`
      insert into export_comments (tenant_id, export_id, item_position, position, platform_id, parent_platform_id, author_id, author,
        text, created_at, likes)
      select ${tenantId}, ${id}, ${itemPosition}, x.position, x.platform_id, x.parent_platform_id, x.author_id, x.author, x.text,
        x.created_at, x.likes
      from jsonb_to_recordset(${JSON.stringify(toStorable(rows))}::jsonb) as x (position int, platform_id text,
        parent_platform_id text, author_id text, author text, text text, created_at timestamptz, likes int)`);
  }
}

export interface CommentRow {
  item_position: number;
  position: number;
  item_platform_id: string;
  platform_id: string;
  parent_platform_id: string | null;
  author: string;
  text: string;
  created_at: Date;
  likes: number | null;
}

/** Comments after a place, by item. */
export async function commentsAfter(
  db: Runner,
  { tenantId, id }: OfExport,
  [item, position]: readonly [number, number],
  limit: number,
): Promise<CommentRow[]> {
  return db.run(sql<CommentRow>`
    select c.item_position, c.position, i.platform_id as item_platform_id, c.platform_id, c.parent_platform_id, c.author, c.text,
      c.created_at, c.likes
    from export_comments c join export_items i on i.tenant_id = c.tenant_id and i.export_id = c.export_id and i.position = c.item_position
    where c.tenant_id = ${tenantId} and c.export_id = ${id} and (c.item_position, c.position) > (${item}, ${position})
    order by c.item_position, c.position limit ${limit}`);
}

/** How often each reason stands for missing numbers or comments, the most frequent first. */
export async function reasons(
  db: Runner,
  { tenantId, id }: OfExport,
  column: 'metrics_missing' | 'comments_missing',
): Promise<{ readonly reason: string; readonly count: number }[]> {
  const name = sql.ref(column);
  return db.run(sql<{
    reason: string;
    count: number;
  }>`select ${name} as reason, count(*)::int as count from export_items
    where tenant_id = ${tenantId} and export_id = ${id} and ${name} is not null group by 1 order by 2 desc limit 3`);
}

/** The comments that the platform counts on all items. */
export async function toldComments(db: Runner, { tenantId, id }: OfExport): Promise<number> {
  const row = await db.first(sql<{
    told: number;
  }>`select coalesce(sum((metrics ->> 'comments')::float8), 0)::float8 as told
    from export_items where tenant_id = ${tenantId} and export_id = ${id} and comments_missing is null`);
  return row?.told ?? 0;
}
