import { sql } from 'kysely';
import { z } from 'zod';
import { ApiError, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { record } from '../events/index.ts';
import { destinationIdOf } from './destination.ts';
import * as posts from './post.repository.ts';
import { Post, type PostRow, type TargetRow, toPost } from './post.ts';
import { withOpenSegments } from './settle-post.repository.ts';
import { terminalEvent, terminalStatus } from './settle-post.ts';

export const resolveTarget = defineOperation({
  name: 'resolve_target',
  summary: 'Say what became of a target whose outcome could not be found out',
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/{post_id}/targets/{account_id}/resolve', status: 200 },
  scope: 'posts:write',
  input: z.strictObject({
    post_id: z.string().min(1).max(200),
    account_id: z.string().min(1).max(200),
    outcome: z.enum(['published', 'not_published']),
    platform_post_id: z.string().min(1).max(500).optional(),
    page_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Which page or board of the account, when several are unconfirmed' }),
  }),
  output: Post,

  async run(ctx, { post_id: id, account_id: accountId, outcome, platform_post_id: platformId, page_id: pageId }) {
    const row = await ctx.commit(async (tx) => {
      const post = await posts.lock(tx, ctx.tenant.id, id);
      if (post === undefined) throw notFound('post', id);
      const target = targetOf(post, accountId, pageId);
      if (target.status !== 'unconfirmed') {
        throw new ApiError(
          'conflict',
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
      await tx.run(sql`update actions set status = ${status}, platform_id = ${outcome === 'published' ? (platformId ?? null) : null},
          published_at = case when ${status} = 'published' then tenant_now() end, error = ${status === 'failed' ? JSON.stringify(failure) : null}::jsonb,
          updated_at = now()
        where tenant_id = ${ctx.tenant.id} and id = ${target.id}`);
      const changed = (await posts.byId(tx, ctx.tenant.id, id)) as PostRow;
      const isOpen = (await withOpenSegments(tx, [{ tenantId: ctx.tenant.id, id }])).has(id);
      const next = isOpen ? undefined : terminalStatus(changed.targets ?? []);
      if (next === undefined || next === post.status) return { ...toPost(changed, ctx.tenant.mode === 'live') };
      await posts.update(tx, ctx.tenant.id, id, {
        status: next,
        ...(next === 'failed' ? {} : { publishedAt: 'now' as const }),
      });
      const after = (await posts.byId(tx, ctx.tenant.id, id)) as PostRow;
      await record(tx, ctx.tenant.id, [terminalEvent(after, next)]);
      return toPost(after, ctx.tenant.mode === 'live');
    });
    return row;
  },
});

/** The target that is meant; of several pages of one account the unconfirmed one. */
function targetOf(post: PostRow, accountId: string, pageId: string | undefined): TargetRow {
  const ofAccount = (post.targets ?? []).filter((target) => target.account_id === accountId);
  const named = ofAccount.filter(({ input }) => pageId === undefined || destinationIdOf(input) === pageId);
  const [first] = named;
  if (first === undefined)
    throw ofAccount.length === 0 ? notFound('account', accountId) : notFound('page', pageId ?? '');
  const [open = first, ...others] = named.filter(({ status }) => status === 'unconfirmed');
  if (others.length === 0) return open;
  throw new ApiError(
    'missing_metadata',
    'Several pages of this account are unconfirmed; say which one with page_id.',
    { field: 'page_id' },
    'validation.field_required',
  );
}
