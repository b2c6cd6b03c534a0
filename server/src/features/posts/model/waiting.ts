import type { Context } from '../../../core/context.ts';
import type { HeldReason } from '../../../core/held.ts';
import { newId } from '../../../core/ids.ts';
import type { StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import { compact } from '../../../lib/compact.ts';
import { fingerprintOf, type Hold } from '../../held/index.ts';
import type { NewPost } from './new-post.ts';
import type { PostRow, TargetInput } from './post.ts';
import { addressesOf } from './shown-media.ts';

/** The part of a post that an approver sees. */
interface Seen {
  readonly id: string;
  readonly text: string | null;
  readonly title: string | null;
  readonly visibility: string | null;
  readonly firstComment: string | null;
  readonly segments: readonly StoredSegment[];
  readonly media: readonly StoredMedia[];
  readonly platformData: object;
  /** null: at once. */
  readonly at: Date | null;
  readonly targets: readonly { readonly accountId: string; readonly input: TargetInput; readonly at: Date | null }[];
}

/** Why a composed post waits for a person; undefined: it leaves as it is. */
export function reasonToWait(ctx: Pick<Context, 'actor' | 'request'>, post: NewPost): HeldReason | undefined {
  if (post.status === 'draft' || ctx.request.isApproved) return undefined;
  if (post.targets.some(({ needsApproval }) => needsApproval)) return 'brand';
  return ctx.actor.sending === 'held' ? 'sending' : undefined;
}

/** The post as a draft with what waits, when it must not leave alone. */
export function waitingIfNeeded(
  ctx: Pick<Context, 'actor' | 'request'>,
  post: NewPost,
  operation: string,
  { skip_validation: skips }: { readonly skip_validation?: boolean | undefined },
): NewPost {
  const reason = reasonToWait(ctx, post);
  if (reason === undefined) return post;
  const request = { operation, input: compact({ skip_validation: skips }) };
  return { ...post, status: 'draft', held: holdOfPost(seenOfNew(post), reason, request) };
}

export function seenOfNew({ schedule, targets, ...post }: NewPost): Seen {
  return {
    ...post,
    at: schedule?.at ?? null,
    targets: targets.map(({ accountId, input, schedule: own }) => ({ accountId, input, at: own?.at ?? null })),
  };
}

export function seenOfRow(row: PostRow): Seen {
  return {
    ...row,
    firstComment: row.first_comment,
    segments: row.segments ?? [],
    platformData: row.platform_data,
    at: row.scheduled_at,
    targets: (row.targets ?? []).map(({ account_id, input, scheduled_at: at }) => ({
      accountId: account_id,
      input,
      at: at === null ? null : new Date(at),
    })),
  };
}

/** The row of a post that waits. `request`: what asked for it. */
export function holdOfPost(
  post: Seen,
  reason: HeldReason,
  request: {
    readonly operation: string;
    readonly input?: Hold['input'];
    readonly isCharged?: boolean;
    readonly id?: string;
  },
): Hold {
  const { id = newId('held'), operation, input = {}, isCharged = false } = request;
  // A target without a time of its own has that of the post.
  const all = post.targets.length === 0 ? [post.at] : post.targets.map(({ at }) => at ?? post.at);
  const times = all.filter((at) => at !== null);
  return {
    id,
    operation,
    input,
    kind: 'post',
    reason,
    post_id: post.id,
    item_id: null,
    account_ids: [...new Set(post.targets.map(({ accountId }) => accountId))],
    preview: previewOf(post),
    cost: { posts: isCharged ? 0 : 1 },
    fingerprint: fingerprintOfPost(post),
    dueAt: times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime()))),
    windowClosesAt: null,
    showsAddresses: addressesOf(post).length > 0,
  };
}

/** The parts of a repeated publication that an approver sees: it sends the post as it is then. */
export function seenInRetry(post: Seen, input: Hold['input']): Pick<Hold, 'preview' | 'fingerprint'> {
  return { preview: previewOf(post), fingerprint: `${fingerprintOf({ retry: input })}.${fingerprintOfPost(post)}` };
}

function previewOf({ text, title, targets }: Seen): string {
  return (text || title || targets.find(({ input }) => input.text)?.input.text || '').slice(0, 500);
}

function fingerprintOfPost(post: Seen): string {
  const { text, title, firstComment, segments, media, visibility, platformData, at, targets } = post;
  const ofTargets = <T>(pick: (input: TargetInput) => T) =>
    targets.map(({ accountId, input }) => [accountId, pick(input)]);
  return fingerprintOf({
    text: [
      [text, title, firstComment, segments.map((segment) => segment.text)],
      ofTargets((input) => [input.text, input.title, input.first_comment]),
    ],
    media: [media, segments.map((segment) => segment.media), ofTargets((input) => input.media)],
    options: [
      [visibility, platformData],
      ofTargets((input) => [input.visibility, input.platform_data, input.page_id, input.board_id]),
    ],
    accounts: targets.map(({ accountId }) => accountId).sort(),
    times: [at, targets.map((target) => [target.accountId, target.at])],
  });
}
