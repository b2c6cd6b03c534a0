import { reachesBrand } from '../../../core/actor.ts';
import type { Context, Transaction } from '../../../core/context.ts';
import { type ApiError, conflict, notFound } from '../../../core/errors.ts';
import type { Runner } from '../../../db/query.ts';
import * as posts from './post.repository.ts';
import type { PostRow } from './post.ts';

/** Finds a post by our id or by a platform's id. 404 when there is none, 409 when several have the platform's id. */
export async function findPost(ctx: Context, id: string): Promise<PostRow> {
  const own = await posts.byId(ctx.db, ctx.tenant.id, id);
  if (own !== undefined) return readable(ctx, own, id);
  const [found, ...others] = await posts.byPlatformId(ctx.db, ctx.tenant.id, id);
  if (found === undefined) throw notFound('post', id);
  const post = await readable(ctx, found, id);
  if (others.length === 0) return post;
  throw conflict('Several posts have this platform id; use our own id.', { id }, 'ambiguous_post_id');
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
  if (brands !== undefined && (brands.length === 0 || !brands.every((brand) => reachesBrand(ctx.actor, brand))))
    throw notFound('post', id);
  return post;
}

/** Locks a waiting post's accounts and `further` ones, so that no worker starts a target. 409 when one has started. */
export async function lockUnstartedPost(
  ctx: Context,
  tx: Transaction,
  post: PostRow,
  what: string,
  further: readonly string[] = [],
): Promise<void> {
  if (!(await posts.lockUnstarted(tx, ctx.tenant.id, post.id, further)))
    throw wrongState({ ...post, status: 'publishing' }, what);
}

/** A key that is limited to brands reads posts with a target of these brands. It changes posts without other targets. */
async function readable(ctx: Context, post: PostRow, id: string): Promise<PostRow> {
  const brands = await brandsFor(ctx, ctx.db, post);
  if (brands === undefined || brands.some((brand) => reachesBrand(ctx.actor, brand))) return post;
  throw notFound('post', id);
}

/** The brands of the post's targets; undefined when the actor is not limited to brands. */
async function brandsFor({ actor, tenant }: Context, db: Runner, post: PostRow): Promise<string[] | undefined> {
  return actor.brandIds === 'all' ? undefined : posts.brandsOf(db, tenant.id, post.id);
}

/** 409: the post's status does not allow the change. */
export function wrongState(post: { id: string; status: string }, what: string): ApiError {
  return conflict(
    `A post that is ${post.status} cannot be ${what}.`,
    { resource: 'post', id: post.id },
    'post.state_invalid',
  );
}

/** 409: an account or media item went between composing and writing. */
export function changedMeanwhile(): ApiError {
  const message = 'An account or media item of the post was changed at the same time. Send the request again.';
  return conflict(message, { resource: 'post' });
}

/** 409 while a target is unconfirmed. It may be published, so its content must not change or be sent again. */
export function assertNoUnconfirmedTarget({ targets }: PostRow): void {
  const target = targets?.find(({ status }) => status === 'unconfirmed');
  if (target === undefined) return;
  throw conflict(
    `It is not known whether the post was published on ${target.platform}. Resolve that target or retry with confirm: true; then the post can be changed.`,
    { resource: 'target', id: target.account_id },
    'post.state_invalid',
  );
}
