import type { Context } from '../../core/context.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import * as posts from './post.repository.ts';
import type { PostRow } from './post.ts';

/** The post that our id or a platform's id means; 404 when there is none, 409 when a platform id is ambiguous. */
export async function findPost(ctx: Context, id: string): Promise<PostRow> {
  const row = await posts.byId(ctx.db, ctx.tenant.id, id);
  if (row !== undefined) return row;
  const [found, ...others] = await posts.byPlatformId(ctx.db, ctx.tenant.id, id);
  if (found === undefined) throw notFound('post', id);
  if (others.length > 0)
    throw new ApiError('conflict', 'Several posts have this platform id; use our own id.', { id }, 'ambiguous_post_id');
  return found;
}

/** 409: the post's state does not allow this. */
export function wrongState(post: { id: string; status: string }, what: string): ApiError {
  return new ApiError(
    'conflict',
    `A post that is ${post.status} cannot be ${what}.`,
    { resource: 'post', id: post.id },
    'post.state_invalid',
  );
}

/** What may have been published must neither be sent again nor be forgotten, and stays as it was sent. */
export function assertNothingInDoubt({ targets }: PostRow): void {
  const target = targets?.find(({ status }) => status === 'unconfirmed');
  if (target === undefined) return;
  throw new ApiError(
    'conflict',
    `It is not known whether the post was published on ${target.platform}. Resolve that target or retry with confirm: true; then the post can be changed.`,
    { resource: 'target', id: target.account_id },
    'post.state_invalid',
  );
}
