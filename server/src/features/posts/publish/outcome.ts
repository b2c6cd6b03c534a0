import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { Reply } from '../../core/operation.ts';
import type { Runner } from '../../db/query.ts';
import * as posts from './post.repository.ts';
import { type Post, type PostRow, type ShownPost, toPost } from './post.ts';

const POLL_MS = 40;

/** The post, after waiting for its outcome as long as the caller wants (`Prefer: wait=N`). */
export async function outcomeOf(ctx: Context, postId: string): Promise<PostRow> {
  const deadline = performance.now() + ctx.request.waitSeconds * 1000;
  for (;;) {
    const row = await posts.byId(ctx.db, ctx.tenant.id, postId);
    if (row === undefined) throw notFound('post', postId);
    if (row.status !== 'publishing' || performance.now() >= deadline) return row;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A post as a dry run leaves it, with what it would have cost. */
export type Rehearsed = Post & { cost: { posts: number } };

/** Of a dry run; undefined when it is none. */
export async function rehearsed(
  ctx: Context,
  tx: Runner,
  postId: string,
  cost: number,
): Promise<Rehearsed | undefined> {
  if (!ctx.request.dryRun) return undefined;
  const row = await posts.byId(tx, ctx.tenant.id, postId);
  if (row === undefined) throw notFound('post', postId);
  return { ...toPost(row, ctx.tenant.mode === 'live'), cost: { posts: cost } };
}

/** The answer of create and publish: 207 when only some targets were published or may have been, 422 when none was. */
export function answerOf(ctx: Context, row: ShownPost, successStatus: number): Reply<Post> {
  const post = toPost(row, ctx.tenant.mode === 'live');
  if (post.status === 'partial') return new Reply(207, post);
  if (post.status !== 'failed') return new Reply(successStatus, post);
  // Whoever reads that all has failed sends it again.
  if (post.targets.some((target) => target.status === 'unconfirmed')) return new Reply(207, post);
  const isThrottled =
    post.targets.length > 0 && post.targets.every((target) => target.error?.code === 'platform_rate_limit');
  if (isThrottled)
    return new Reply(429, {
      ...post,
      error: 'Platform rate limit exceeded; the attempt was not charged. Try again in a few minutes.',
      code: 'platform_rate_limit',
    } as Post);
  const reasons = post.targets
    .map((target) => `${target.platform}: ${target.error?.message ?? target.status}`)
    .join(' ');
  return new Reply(422, { ...post, error: `No target was published. ${reasons}`, code: 'all_targets_failed' } as Post);
}
