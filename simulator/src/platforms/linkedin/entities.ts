import type { Call } from '../../core/platform.ts';
import { notFound, wrongUrn } from './errors.ts';
import { requireRight } from './grants.ts';
import { type CommentRow, type LinkedIn, type PostRow, urnOf } from './store.ts';

/** An object with comments, reactions and counts: a post under any of its names, or a comment. */
export interface Entity {
  readonly urn: string;
  readonly post: PostRow;
  readonly comment: CommentRow | null;
}

const commentForm = /^urn:li:comment:\((urn:li:(?:activity|share|ugcPost):\d+),(\d+)\)$/;

export function findEntity({ store }: LinkedIn, urn: string): Entity | undefined {
  const [, root, id] = commentForm.exec(urn) ?? [];
  const post = findPost(store, root ?? urn);
  if (!post) return undefined;
  if (id === undefined) return { urn, post, comment: null };
  const comment = store.comments.get(commentUrn(post.activity, id));
  return comment && { urn: comment.urn, post, comment };
}

function findPost(store: LinkedIn['store'], urn: string): PostRow | undefined {
  return urn.startsWith('urn:li:activity:') ? store.posts.where('activity', urn)[0] : store.posts.get(urn);
}

export function entityNamed(linkedin: LinkedIn, urn: string): Entity {
  if (!/^urn:li:(activity|share|ugcPost):\d+$/.test(urn) && !commentForm.test(urn)) throw wrongUrn('entity', urn);
  const entity = findEntity(linkedin, urn);
  if (!entity) throw notFound(urn);
  return entity;
}

export function commentUrn(activity: string, id: string): string {
  return `urn:li:comment:(${activity},${id})`;
}

/** Readers must represent the account of the post, or an account that it mentions. */
export function requireReader(linkedin: LinkedIn, call: Call, { post }: Entity): void {
  requireRight(linkedin, call, 'read comments', urnOf(linkedin.kind, post.account));
}

/** Reactions hang on the activity of a post, or on the comment. */
export function rootOf({ post, comment }: Entity): string {
  return comment?.urn ?? post.activity;
}

export function likesSummary(linkedin: LinkedIn, call: Call, root: string): object {
  const reactions = linkedin.store.reactions.where('root', root);
  const own = urnOf(linkedin.kind, call.account?.platform_id ?? '');
  return {
    totalLikes: reactions.filter(({ type }) => type === 'LIKE').length,
    aggregatedTotalLikes: reactions.length,
    likedByCurrentUser: reactions.some(({ actor }) => actor === own),
    selectedLikes: [],
  };
}

/** Comments under a post, or answers to a comment, that lists show by now; oldest first. */
export function visibleComments({ world, store }: LinkedIn, { post, comment }: Entity): CommentRow[] {
  const now = world.clock.now();
  const rows = comment ? store.comments.where('parent', comment.urn) : store.comments.where('post', post.id);
  return rows
    .filter((row) => row.visible_at <= now && row.parent === (comment?.urn ?? ''))
    .sort((a, b) => a.created_at - b.created_at);
}
