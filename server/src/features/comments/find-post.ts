import type { PlatformContext } from '../../core/context.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { brandsShown } from '../../core/reach.ts';
import { accounts } from '../accounts/index.ts';
import * as comments from './comment.repository.ts';
import type { InboxPostRow } from './comment.ts';

/**
 * The post of a comment route, after a refresh from the platform. The id may be ours or the platform's. The
 * account is inferred when it is missing. 404 for an unknown post, 400 when several accounts have it.
 */
export async function findCommentedPost(
  ctx: PlatformContext,
  id: string,
  accountId: string | undefined,
): Promise<InboxPostRow> {
  const reach = { accountId, brandIds: brandsShown(ctx.caller) };
  const known = await comments.findPosts(ctx.db, ctx.tenant.id, id, reach);
  // An account that published the post may have no comments of it yet.
  const published = only([...known, ...(await comments.findPublished(ctx.db, ctx.tenant.id, id, reach))], id);
  if (published === undefined) throw notFound('post', id);
  const [account] = await accounts.byIds(ctx.db, ctx.tenant.id, [published.account_id]);
  if (account === undefined) throw notFound('account', published.account_id);
  await ctx.live.refreshComments(ctx.tenant, account.id, published.platform_id);
  const inboxPostId =
    known[0]?.id ??
    (await comments.ensurePost(
      ctx.db,
      ctx.tenant.id,
      newId('ip'),
      account.id,
      account.platform,
      published.platform_id,
    ));
  const [post] = await comments.findPosts(ctx.db, ctx.tenant.id, inboxPostId, reach);
  if (post === undefined) throw notFound('post', id);
  return post;
}

interface Place {
  readonly account_id: string;
  readonly platform_id: string;
}

function only(places: readonly Place[], id: string): Place | undefined {
  const [first] = places;
  if (places.some((place) => place.account_id !== first?.account_id || place.platform_id !== first.platform_id))
    throw new ApiError(
      'invalid_request',
      'Several accounts have this post; send account_id.',
      { field: 'account_id', id },
      'validation.field_required',
    );
  return first;
}
