import { z } from 'zod';
import { Reply } from '../../../core/answer.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { Runner } from '../../../db/query.ts';
import { accounts } from '../../accounts/index.ts';
import { waitForEnd } from '../../outcomes/index.ts';
import { ValidationIssue } from '../compose/validate-issue.ts';
import { exampleContent } from '../examples.ts';
import * as posts from '../model/post.repository.ts';
import { mediaOf, Post, type PostRow, type ShownPost, toPost } from '../model/post.ts';
import { previewsOf } from '../preview/previews-of.ts';
import { PostPreview, TextCount } from '../preview/shapes.ts';
import { knownMedia } from '../rules/checked-content.ts';
import { suspensionWarnings, warningsOf } from '../rules/warnings.ts';

/**
 * Waits for the outcome of a post, as long as the caller wants (`Prefer: wait=N`), but not while the tenant is suspended. 404 when it does not exist.
 */
export async function waitForOutcome(ctx: Context, postId: string): Promise<PostRow> {
  let row: PostRow | undefined;
  await waitForEnd(
    ctx,
    async () => {
      row = await posts.byId(ctx.db, ctx.tenant.id, postId);
      return row?.status === 'publishing' ? undefined : true;
    },
    ctx.request.waitSeconds * 1000,
  );
  if (row === undefined) throw notFound('post', postId);
  return row;
}

export const PostWithWarnings = Post.extend({
  warnings: z.array(ValidationIssue).meta({ description: 'What platforms ignore of the post' }),
  counts: z.array(TextCount).optional().meta({ description: 'Dry runs: lengths as the platforms count them' }),
  previews: z.array(PostPreview).optional().meta({ description: 'Dry runs: the post as each platform will show it' }),
}).meta({ id: 'PostWithWarnings', example: exampleContent });
export type PostWithWarnings = z.infer<typeof PostWithWarnings>;

/** The post with what its platforms ignore, as `validate_post` reports it. A dry run has the counts and previews of `previewed` too. */
export async function withWarnings(
  ctx: Context,
  row: ShownPost,
  db: Runner = ctx.db,
  previewed = row,
): Promise<PostWithWarnings> {
  const known = await knownMedia(ctx, db, mediaOf(row));
  const warnings = warningsOf(ctx.connectors, row, known);
  const waits = ctx.tenant.suspension !== null && (row.status === 'publishing' || row.status === 'scheduled');
  return {
    ...toPost(row, ctx.tenant.mode === 'live'),
    warnings: waits ? [...suspensionWarnings(row), ...warnings] : warnings,
    ...(ctx.request.dryRun ? previewsOf(ctx, previewed, known) : {}),
  };
}

/** A post as a dry run leaves it, with what it would have cost. */
export type Preview = PostWithWarnings & { cost: { posts: number } };

/** The post as the dry run leaves it; undefined for other requests. `text`: one that the platforms would take later. */
export async function dryRunPreview(
  ctx: Context,
  tx: Runner,
  postId: string,
  cost: number,
  text?: string,
): Promise<Preview | undefined> {
  if (!ctx.request.dryRun) return undefined;
  const row = await posts.byId(tx, ctx.tenant.id, postId);
  if (row === undefined) throw notFound('post', postId);
  const previewed = text === undefined ? row : withText(row, text);
  return { ...(await withWarnings(ctx, row, tx, previewed)), cost: { posts: cost } };
}

/** The post when every live copy has the text. */
export function withText(row: PostRow, text: string): PostRow {
  const targets = row.targets?.map(({ input, ...target }) => ({
    ...target,
    input: target.status === 'published' ? { ...input, text } : input,
  }));
  return { ...row, targets: targets ?? null };
}

/** The response of create and publish: 207 when only some targets were published or may have been, 422 when none was. */
export async function postResponse(
  ctx: Context,
  row: ShownPost,
  successStatus: number,
): Promise<Reply<PostWithWarnings>> {
  const post = await withWarnings(ctx, row);
  if (post.held?.kind === 'post') return new Reply(202, post);
  if (post.status === 'partial') return new Reply(207, post);
  if (post.status !== 'failed') return new Reply(successStatus, post);
  // Clients send a post again when all of it has failed, so an unconfirmed target is no failure.
  if (post.targets.some((target) => target.status === 'unconfirmed')) return new Reply(207, post);
  const isThrottled =
    post.targets.length > 0 && post.targets.every((target) => target.error?.code === 'platform_rate_limit');
  if (isThrottled) {
    const accountIds = post.targets.map((target) => target.account_id);
    const paused = await accounts.pausedSeconds(ctx.db, ctx.tenant.id, accountIds);
    return new Reply(429, {
      ...post,
      ...(paused.size === 0 ? {} : { meta: { retry_after: Math.max(...paused.values()) } }),
      error: 'Platform rate limit exceeded; the attempt was not charged. Try again in a few minutes.',
      code: 'platform_rate_limit',
    } as PostWithWarnings);
  }
  const reasons = post.targets
    .map((target) => `${target.platform}: ${target.error?.message ?? target.status}`)
    .join(' ');
  return new Reply(422, {
    ...post,
    error: `No target was published. ${reasons}`,
    code: 'all_targets_failed',
  } as PostWithWarnings);
}
