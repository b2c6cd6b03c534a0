import { z } from 'zod';
import { type Answer, Reply } from '../../core/answer.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { lockPost, wrongState } from './model/find-post.ts';
import * as posts from './model/post.repository.ts';
import type { PostRow, TargetRow } from './model/post.ts';
import { copiesError, type FailedCopy } from './publish/copies-error.ts';
import { queueRemovals, type Removed, removalsOf, toRemoval, unremovableCopies } from './publish/remove-copies.ts';

const UnpublishPostResponse = z.object({
  success: z.boolean().meta({ description: 'Every copy is down' }),
  unpublished_count: z.number().int().meta({ description: 'How many copies this request took down' }),
  results: z.array(
    z.object({
      platform: PlatformWord,
      account_id: z.string(),
      outcome: z.enum(['unpublished', 'not_supported', 'failed']),
      message: z.string().optional(),
    }),
  ),
});
type UnpublishPostResponse = z.infer<typeof UnpublishPostResponse>;

/** The facts from the commit that the response and its replay are built from. */
interface Unpublication {
  readonly postId: string;
  readonly batch: string | null;
  /** The removals that a dry run expects. */
  readonly planned: readonly Removed[];
  /** Copies that were down before. */
  readonly before: readonly Removed[];
  readonly kept: readonly Removed[];
}

export const unpublishPost = defineOperation({
  name: 'unpublish_post',
  summary: 'Unpublish a post',
  description:
    'Takes published copies down, on all accounts or on those named; the post itself stays. It is free. The answer waits for the platforms at most 10 seconds: 200 when every copy is down, 207 when some are. When none is, the answer is the error of the reason, such as 501 `not_supported` or 403 `reconnection_required`. A post that is neither published nor partial is 409 `conflict`.',
  example: { input: { account_id: exampleId('acc') }, output: { unpublished_count: 1 } },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/{post_id}/unpublish', status: 200 },
  scope: 'posts:write',
  leaves: true,
  input: z.strictObject({
    post_id: z.string().min(1).max(200),
    account_id: z.string().min(1).max(200).optional().meta({ description: 'Only on this account' }),
    account_ids: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Only on these accounts; wins over account_id' }),
  }),
  output: UnpublishPostResponse,
  alsoAnswers: [207],

  async run(ctx, { post_id: id, account_id: accountId, account_ids: accountIds }) {
    const wanted = accountIds ?? (accountId === undefined ? undefined : [accountId]);
    const { id: unpublication } = await ctx.commit(async (tx) => {
      const post = await lockPost(ctx, tx, id);
      if (post.status !== 'published' && post.status !== 'partial') throw wrongState(post, 'unpublished');
      const chosen = chosenTargets(post, wanted);
      const live = chosen.filter(({ status }) => status === 'published');
      const before = chosen.filter(({ status }) => status === 'unpublished');
      const never = chosen.filter((target) => !live.includes(target) && !before.includes(target));
      const unremovable = await unremovableCopies(tx, ctx, live);
      const queued = live.filter((target) => !unremovable.has(target));
      const kept = [...unremovable.values(), ...never.map(toNeverPublished)];
      if (queued.length === 0 && before.length === 0) throw noneError(ctx, kept);
      const purpose = {
        purpose: 'unpublish',
        accountId: wanted?.length === 1 ? (wanted[0] ?? null) : null,
        wasStatus: post.status,
      } as const;
      const batch = queued.length === 0 ? null : await queueRemovals(tx, ctx, id, queued, purpose);
      await posts.noteChange(tx, ctx.tenant.id, id, ctx.actor);
      const facts = { postId: id, batch, planned: queued.map(toDown), before: before.map(toDown), kept };
      return { id: JSON.stringify(facts satisfies Unpublication) };
    });
    if (!ctx.request.dryRun) ctx.wake('publish');
    return unpublicationResponse(ctx, unpublication);
  },

  replay: async (ctx, { ref }) => unpublicationResponse(ctx, ref as string),
});

/** The targets of the named accounts, 404 for an unknown one; without names, the published ones. */
function chosenTargets({ targets }: PostRow, wanted: readonly string[] | undefined): TargetRow[] {
  const all = targets ?? [];
  if (wanted === undefined) return all.filter(({ status }) => status === 'published');
  return [...new Set(wanted)].flatMap((accountId) => {
    const ofAccount = all.filter((target) => target.account_id === accountId);
    if (ofAccount.length === 0) throw notFound('account', accountId);
    const live = ofAccount.filter(({ status }) => status === 'published');
    return live.length > 0 ? live : ofAccount;
  });
}

function toDown({ platform, account_id }: TargetRow): Removed {
  return { platform, account_id, outcome: 'deleted' };
}

function toNeverPublished({ platform, account_id, status }: TargetRow): Removed {
  const message = `The target is ${status}, so no copy can be taken down.`;
  return { platform, account_id, outcome: 'failed', message, code: 'conflict' };
}

async function unpublicationResponse(ctx: Context, text: string): Promise<Answer<UnpublishPostResponse>> {
  const { postId, batch, planned, before, kept } = JSON.parse(text) as Unpublication;
  const removals = ctx.request.dryRun ? planned : batch === null ? [] : await removalsOf(ctx, postId, batch);
  const all = [...removals, ...before, ...kept];
  if (all.every(({ outcome }) => outcome !== 'deleted')) throw noneError(ctx, all);
  const success = all.every(({ outcome }) => outcome === 'deleted');
  const unpublished_count = removals.filter(({ outcome }) => outcome === 'deleted').length;
  return new Reply(success ? 200 : 207, { success, unpublished_count, results: all.map(toResult) });
}

function toResult(removed: Removed): UnpublishPostResponse['results'][number] {
  const { outcome, ...rest } = toRemoval(removed);
  return { ...rest, outcome: outcome === 'deleted' ? 'unpublished' : outcome };
}

/** The error when not one copy was taken down. */
function noneError(ctx: Context, kept: readonly Removed[]) {
  return copiesError(ctx, 'No copy was taken down.', kept as readonly FailedCopy[], {
    live_platforms: kept.map(({ platform }) => platform),
    results: kept.map(toResult),
  });
}
