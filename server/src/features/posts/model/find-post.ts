import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import type { Runner } from '../../db/query.ts';
import * as posts from './post.repository.ts';
import type { PostRow } from './post.ts';

/** The post that our id or a platform's id means; 404 when there is none, 409 when a platform id is ambiguous. */
export async function findPost(ctx: Context, id: string): Promise<PostRow> {
  const own = await posts.byId(ctx.db, ctx.tenant.id, id);
  if (own !== undefined) return readable(ctx, own, id);
  const [found, ...others] = await posts.byPlatformId(ctx.db, ctx.tenant.id, id);
  if (found === undefined) throw notFound('post', id);
  const post = await readable(ctx, found, id);
  if (others.length === 0) return post;
  throw new ApiError('conflict', 'Several posts have this platform id; use our own id.', { id }, 'ambiguous_post_id');
}

/** The post of our id, for reading; 404 when there is none. */
export async function readPost(ctx: Context, id: string): Promise<PostRow> {
  const post = await posts.byId(ctx.db, ctx.tenant.id, id);
  if (post === undefined) throw notFound('post', id);
  return readable(ctx, post, id);
}

/** The post of our id, locked to be changed; 404 when there is none. */
export async function lockPost(ctx: Context, tx: Transaction, id: string): Promise<PostRow> {
  const post = await posts.lock(tx, ctx.tenant.id, id);
  if (post === undefined) throw notFound('post', id);
  const brands = await brandsFor(ctx, tx, post);
  if (brands !== undefined && (brands.length === 0 || !brands.every((brand) => ctx.caller.brandIds.includes(brand))))
    throw notFound('post', id);
  return post;
}

/** Keeps workers from beginning a waiting post's targets, also on `further` accounts; 409 when they have begun. */
export async function holdPost(
  ctx: Context,
  tx: Transaction,
  post: PostRow,
  what: string,
  further: readonly string[] = [],
): Promise<void> {
  if (!(await posts.hold(tx, ctx.tenant.id, post.id, further)))
    throw wrongState({ ...post, status: 'publishing' }, what);
}

/** A key of some brands reads posts with a target of theirs, and changes those with no other targets. */
async function readable(ctx: Context, post: PostRow, id: string): Promise<PostRow> {
  const brands = await brandsFor(ctx, ctx.db, post);
  if (brands === undefined || brands.some((brand) => ctx.caller.brandIds.includes(brand))) return post;
  throw notFound('post', id);
}

/** The brands of the post's targets; undefined when they make no difference to the caller. */
async function brandsFor({ caller, tenant }: Context, db: Runner, post: PostRow): Promise<string[] | undefined> {
  return caller.brandIds.length === 0 ? undefined : posts.brandsOf(db, tenant.id, post.id);
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
