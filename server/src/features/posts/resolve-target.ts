import { z } from 'zod';
import type { Context, Transaction } from '../../core/context.ts';
import { conflict, missing, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import type { Platform } from '../../core/platforms.ts';
import { record } from '../events/index.ts';
import { assertDirect } from '../outcomes/index.ts';
import { destinationIdOf } from './compose/destination.ts';
import { examplePublished } from './examples.ts';
import { lockPost } from './model/find-post.ts';
import * as posts from './model/post.repository.ts';
import { Post, type PostRow, type TargetRow, toPost } from './model/post.ts';
import * as targets from './model/target.repository.ts';
import { cancelFollowUps, hasFollowUps, queueFirstFollowUp } from './publish/follow-ups.action.ts';
import { withOpenSegments } from './publish/settle-post.repository.ts';
import { terminalEvent, terminalStatus } from './publish/settle-post.ts';

export const resolveTarget = defineOperation({
  name: 'resolve_target',
  summary: 'Resolve an unconfirmed target',
  description:
    'Says what became of a target that is `unconfirmed`, because the platform’s response was lost and nothing proves the outcome. It is free and calls no platform. `published` with `platform_post_id` lets further parts and the first comment follow. `not_published` makes the target `failed`, so that it can be retried. A target that is not unconfirmed is 409 `conflict`.',
  example: { input: { platform_post_id: 'example-post' }, output: examplePublished },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/{post_id}/targets/{account_id}/resolve', status: 200 },
  scope: 'posts:write',
  subject: 'post_id',
  // The parts of a thread and the first comment follow.
  leaves: ({ outcome, platform_post_id: platformId }) => outcome === 'published' && platformId !== undefined,
  input: z.strictObject({
    post_id: z.string().min(1).max(200),
    account_id: z.string().min(1).max(200).meta({ description: 'The account of the target' }),
    outcome: z.enum(['published', 'not_published']).meta({ description: 'What you have seen on the platform' }),
    platform_post_id: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'The id of the post on its platform, when it was published' }),
    page_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Which page or board of the account, when several are unconfirmed' }),
  }),
  output: Post,
  alsoAnswers: [202],

  async run(ctx, { post_id: id, account_id: accountId, outcome, platform_post_id: platformId, page_id: pageId }) {
    const row = await ctx.commit(async (tx) => {
      const post = await lockPost(ctx, tx, id);
      const target = targetOf(post, accountId, pageId);
      if (target.status !== 'unconfirmed') {
        throw conflict(
          `Only unconfirmed targets can be resolved; this one is ${target.status}.`,
          { resource: 'target', id: accountId },
          'post.state_invalid',
        );
      }
      const status = outcome === 'published' ? 'published' : 'failed';
      const failure = {
        code: 'not_published',
        message: 'Declared as not published.',
        category: 'platform',
        caused_by: 'user',
        retryable: true,
        remedy: 'Retry the post.',
      };
      await targets.resolve(tx, ctx.tenant.id, target.id, {
        status,
        platformId: outcome === 'published' ? (platformId ?? null) : null,
        error: status === 'failed' ? failure : null,
      });
      if (outcome === 'published') await continueFollowUps(tx, ctx, post, target, platformId);
      const isOpen = (await withOpenSegments(tx, [{ tenantId: ctx.tenant.id, id }])).has(id);
      await posts.update(tx, ctx.tenant.id, id, { status: isOpen ? 'publishing' : post.status, by: ctx.actor });
      const changed = (await posts.byId(tx, ctx.tenant.id, id)) as PostRow;
      const next = isOpen ? undefined : terminalStatus(changed.targets ?? []);
      if (next === undefined || next === post.status) return toPost(changed, ctx.tenant.mode === 'live');
      await posts.update(tx, ctx.tenant.id, id, {
        status: next,
        ...(next === 'failed' ? {} : { publishedAt: 'now' as const }),
      });
      const after = (await posts.byId(tx, ctx.tenant.id, id)) as PostRow;
      await record(tx, ctx.tenant.id, [terminalEvent(after, next)]);
      return toPost(after, ctx.tenant.mode === 'live');
    });
    ctx.wake('publish');
    return row;
  },
});

/** Queues the post's segments and first comment, as if the platform had confirmed the post. */
async function continueFollowUps(
  tx: Transaction,
  ctx: Context,
  post: PostRow,
  { id, account_id, platform, input }: TargetRow,
  platformId: string | undefined,
): Promise<void> {
  const published = { tenantId: ctx.tenant.id, accountId: account_id, platform, actionId: id, input: { ...input } };
  if (!hasFollowUps(post, published)) return;
  const connector = ctx.connectors[platform as Platform];
  if (platformId === undefined) await cancelFollowUps(tx, published, post, connector);
  else {
    assertDirect(ctx);
    await queueFirstFollowUp(tx, published, post, connector, platformId);
  }
}

/** The named target. When the account has several pages, the unconfirmed one. */
function targetOf(post: PostRow, accountId: string, pageId: string | undefined): TargetRow {
  const ofAccount = (post.targets ?? []).filter((target) => target.account_id === accountId);
  const named = ofAccount.filter(({ input }) => pageId === undefined || destinationIdOf(input) === pageId);
  const [first] = named;
  if (first === undefined)
    throw ofAccount.length === 0 ? notFound('account', accountId) : notFound('page', pageId ?? '');
  const [open = first, ...others] = named.filter(({ status }) => status === 'unconfirmed');
  if (others.length === 0) return open;
  throw missing('page_id', 'Several pages of this account are unconfirmed; say which one with page_id.');
}
