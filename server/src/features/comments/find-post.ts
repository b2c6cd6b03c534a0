import { LRUCache } from 'lru-cache';
import { brandsShown } from '../../core/actor.ts';
import type { PlatformContext } from '../../core/context.ts';
import { ApiError, notFound, notSupported } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { ModerationStatus } from '../../core/messaging/inbox.ts';
import type { Platform } from '../../core/platforms.ts';
import { accounts } from '../accounts/index.ts';
import * as comments from './comment.repository.ts';
import type { CommentRow, InboxPostRow } from './comment.ts';
import * as inboxPosts from './inbox-post.repository.ts';

/**
 * The post of a comment route. The id may be ours or the platform's. The account is inferred when it is missing. 404 for an
 * unknown post, 400 when several accounts have it, 501 where the platform has no comments.
 */
export async function findCommentedPost(
  ctx: PlatformContext,
  id: string,
  accountId: string | undefined,
): Promise<InboxPostRow> {
  const brandIds = brandsShown(ctx.actor);
  const known = await inboxPosts.find(ctx.db, ctx.tenant.id, id, accountId, brandIds);
  // An account that published the post may have no comments of it yet.
  const published = await inboxPosts.findPublished(ctx.db, ctx.tenant.id, id, accountId, brandIds);
  const place = only([...known, ...published], id);
  if (place === undefined) throw notFound('post', id);
  if (known[0] !== undefined) return assertCommented(ctx, known[0]);
  const account = await accounts.byId(ctx.db, ctx.tenant.id, place.account_id);
  if (account === undefined) throw notFound('account', place.account_id);
  const { platform_id: platformId } = assertCommented(ctx, { ...place, platform: account.platform });
  const of = { accountId: account.id, platform: account.platform, platformPostId: platformId };
  const [made] = await inboxPosts.ensure(ctx.db, ctx.tenant.id, [of]);
  return reread(ctx, made?.id ?? '', id);
}

function assertCommented<Place extends { readonly platform: string }>(ctx: PlatformContext, place: Place): Place {
  if (ctx.connectors[place.platform as Platform]?.comments === undefined)
    throw notSupported(place.platform, 'comments');
  return place;
}

interface Refresh {
  /** Reads the platform in any case. */
  readonly isAsked?: boolean | undefined;
  /** A further page of a list whose first page was read. */
  readonly isFurtherPage?: boolean | undefined;
  /** Which comments are wanted. Those that moderation keeps back are read live only. */
  readonly moderationStatus?: ModerationStatus | undefined;
}

/**
 * Brings the comments of a post up to date: from the platform, within a bound, unless ours are fresh. Returns the post as it
 * is then.
 */
export async function refreshPost(
  ctx: PlatformContext,
  post: InboxPostRow,
  { isAsked = false, isFurtherPage = false, moderationStatus = 'published' }: Refresh = {},
): Promise<InboxPostRow> {
  const connector = ctx.connectors[post.platform as Platform];
  if (moderationStatus !== 'published') {
    if (connector?.comments?.moderation !== undefined && (isAsked || !isFurtherPage))
      await refreshKeptBack(ctx, post, moderationStatus, isAsked);
    return post;
  }
  const isPushed = connector?.inbound !== undefined;
  if (!isAsked && (await inboxPosts.isFresh(ctx.db, ctx.tenant.id, post, isPushed))) return post;
  const isRead = await ctx.live.refreshComments(ctx.tenant, post.account_id, post.platform_id);
  if (isRead) await inboxPosts.noteRefresh(ctx.db, ctx.tenant.id, post.account_id, post.platform_id);
  return reread(ctx, post.id, post.id);
}

const KEPT_BACK_FRESH_MS = 60_000;
/** When the comments of a post in a status were read last. Each process remembers its own readings. */
const readAt = new LRUCache<string, number>({ max: 10_000 });

async function refreshKeptBack(ctx: PlatformContext, post: InboxPostRow, status: ModerationStatus, isAsked: boolean) {
  const key = `${ctx.tenant.id} ${post.id} ${status}`;
  const isFresh = performance.now() - (readAt.get(key) ?? -Infinity) < KEPT_BACK_FRESH_MS;
  if (isFresh && !isAsked) return;
  if (!(await ctx.live.refreshComments(ctx.tenant, post.account_id, post.platform_id, status))) return;
  readAt.set(key, performance.now());
}

async function reread(ctx: PlatformContext, inboxPostId: string, id: string): Promise<InboxPostRow> {
  const [post] = await inboxPosts.find(ctx.db, ctx.tenant.id, inboxPostId, undefined);
  if (post === undefined) throw notFound('post', id);
  return post;
}

/** A comment of the post, read from the platform when it is not known here. 400 for an id of another kind, 404 for none. */
export async function findComment(
  ctx: PlatformContext,
  post: InboxPostRow,
  id: string,
  field = 'comment_id',
): Promise<CommentRow> {
  const other = (['rev', 'mnt', 'msg', 'conv', 'ip', 'post', 'acc'] as const).find((prefix) => isId(prefix, id));
  if (other !== undefined) throw new ApiError('invalid_request', `${id} is not the id of a comment.`, { field, id });
  const known = await comments.find(ctx.db, ctx.tenant.id, post.id, id);
  if (known !== undefined) return known;
  if (!isId('cmt', id)) await refreshPost(ctx, post, { isAsked: true });
  const found = await comments.find(ctx.db, ctx.tenant.id, post.id, id);
  if (found === undefined) throw notFound('comment', id);
  return found;
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
