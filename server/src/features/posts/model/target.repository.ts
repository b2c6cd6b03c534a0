import { sql } from 'kysely';
import { tellWaiting } from '../../../core/observing/waiting.ts';
import type { Platform } from '../../../core/platforms.ts';
import type { PostStatus } from '../../../db/column-types.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { TargetInput } from './post.ts';

export interface NewTarget {
  readonly id: string;
  readonly accountId: string;
  readonly brandId: string;
  /** Its brand approves its posts. */
  readonly needsApproval: boolean;
  readonly platform: Platform;
  readonly input: TargetInput;
  readonly schedule: Schedule | null;
}

export interface TargetsOfPost {
  readonly id: string;
  readonly status: PostStatus;
  readonly schedule: Schedule | null;
  readonly targets: readonly NewTarget[];
}

/** The targets of a post as JSON records of `targetColumns`. */
export function targetRecords(post: TargetsOfPost) {
  const dueAt =
    post.status === 'publishing' ? ('now' as const) : post.status === 'scheduled' ? (post.schedule?.at ?? null) : null;
  return post.targets.map((target, position) => ({
    post_id: post.id,
    id: target.id,
    account_id: target.accountId,
    platform: target.platform,
    position,
    input: target.input,
    scheduled_at: target.schedule?.at ?? null,
    scheduled_local: target.schedule?.local ?? null,
    status: post.status === 'publishing' ? ('publishing' as const) : ('pending' as const),
    due_at: dueAt === null ? null : (target.schedule?.at ?? dueAt),
  }));
}

export const targetColumns = sql.raw(
  'post_id text, id text, account_id text, platform text, position int, input jsonb, scheduled_at timestamptz, scheduled_local text, status text, due_at timestamptz',
);

/** Starts a new attempt of failed or unconfirmed targets. */
export async function resetTargets(tx: Runner, tenantId: string, actionIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update actions set attempt = attempt + 1, state = null, claim_count = 0, retry_count = 0, resend_count = 0, lookup_count = 0, send_key = null,
      prepared = null, intent_at = null, started_at = null, error = null, platform_id = null, permalink = null
    where tenant_id = ${tenantId} and id = any (${actionIds})`);
}

/** Deletes targets of a post with their follow-ups and edits. Returns the number of targets. */
export async function deleteTargets(
  tx: Transaction,
  tenantId: string,
  postId: string,
  actionIds: readonly string[],
): Promise<number> {
  if (actionIds.length === 0) return 0;
  await tx.run(sql`update posts set updated_at = tenant_now() where tenant_id = ${tenantId} and id = ${postId}`);
  const rows = await tx.run(sql<{ id: string; kind: string }>`delete from actions where tenant_id = ${tenantId}
    and (id = any (${actionIds}) or (parent_id = any (${actionIds}) and kind in ('segment', 'first_comment', 'edit'))) returning id, kind`);
  tellWaiting(tx, 'withdrawn', tenantId, rows);
  return rows.filter(({ kind }) => kind === 'publish').length;
}

/**
 * Marks targets whose copies were taken down. Their settled follow-ups stay as history; those that still wait are
 * dropped. Returns the number of targets that had a copy until now.
 */
export async function markUnpublished(
  tx: Transaction,
  tenantId: string,
  postId: string,
  actionIds: readonly string[],
): Promise<number> {
  if (actionIds.length === 0) return 0;
  const dropped = await tx.run(sql<{
    id: string;
  }>`delete from actions where tenant_id = ${tenantId} and parent_id = any (${actionIds})
    and kind in ('segment', 'first_comment', 'edit') and status in ('pending', 'publishing') returning id`);
  tellWaiting(tx, 'withdrawn', tenantId, dropped);
  const rows = await tx.run(sql`update actions set status = 'unpublished', updated_at = now()
    where tenant_id = ${tenantId} and id = any (${actionIds}) and status = 'published' returning id`);
  if (rows.length > 0)
    await tx.run(sql`update posts set updated_at = tenant_now() where tenant_id = ${tenantId} and id = ${postId}`);
  return rows.length;
}

/** The page or board of a target, as `destinationIdOf` reads it. */
export function destinationOf(alias: string) {
  return sql.raw(`coalesce(${alias}.input->>'page_id', ${alias}.input->>'board_id')`);
}

/** Writes the outcome that a person declared for an unconfirmed target. */
export async function resolve(
  tx: Runner,
  tenantId: string,
  id: string,
  {
    status,
    platformId,
    error,
  }: { readonly status: string; readonly platformId: string | null; readonly error: object | null },
): Promise<void> {
  await tx.run(sql`update actions set status = ${status}, platform_id = ${platformId},
      published_at = case when ${status} = 'published' then tenant_now() end,
      error = ${error === null ? null : JSON.stringify(error)}::jsonb, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`);
}
