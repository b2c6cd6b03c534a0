import { z } from 'zod';
import { ActorShape } from '../../core/actor.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { ChangedFields } from '../audit/index.ts';
import * as history from './list-post-history.repository.ts';
import { readPost } from './model/find-post.ts';
import { present } from './model/post.ts';

const PostHistoryItem = z
  .object({
    at: z.string(),
    kind: z.enum(['change', 'event', 'attempt']),
    actor: ActorShape.optional(),
    action: z.string().optional().meta({
      description: 'The operation of a change (create_post …), or the action of an attempt (publish, edit, remove …)',
    }),
    changes: ChangedFields.optional(),
    type: z.string().optional().meta({ description: 'Of an event: post.published …' }),
    status: z.enum(['ok', 'failed']).optional().meta({ description: 'Of an event' }),
    summary: z.string().optional().meta({ description: 'Of an event: one sentence for people' }),
    account_id: z.string().optional(),
    platform: PlatformWord.optional(),
    action_id: z.string().optional().meta({ description: 'Of an attempt' }),
    attempt: z.number().int().optional().meta({ description: 'Which attempt of the action' }),
    step: z.number().int().optional().meta({ description: 'Which step of the attempt' }),
    state: z.string().optional().meta({ description: 'Of an attempt: claimed, sending, published …' }),
    request_id: z.string().optional().meta({ description: 'The X-Request-ID of the request that caused it' }),
    livemode: z.boolean(),
  })
  .meta({
    id: 'PostHistoryItem',
    example: {
      kind: 'change',
      actor: { type: 'user', id: exampleId('usr'), name: 'Ana Lima' },
      action: 'update_post',
      changes: { text: ['Plum cake is back', 'Plum cake is back today'] },
    },
  });

export const listPostHistory = defineOperation({
  name: 'list_post_history',
  summary: 'List the history of a post',
  description:
    'Lists what happened to a post, newest first: changes with the person who made them, events, and the steps of attempts. The changes of keys are events; of the key that made the post the list tells, too. `GET /v1/posts/{post_id}/attempts` has the evidence of each step. An unknown post is 404 `not_found`.',
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}/history', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ post_id: z.string().min(1).max(200), ...pageQuery }),
  output: pageOf(PostHistoryItem),

  async run(ctx, { post_id: id, ...page }) {
    await readPost(ctx, id);
    const eventDays = ctx.tenant.plan.eventRetentionDays;
    return keysetPage(ctx, 'history', page, {
      filters: id,
      read: (after, limit) => history.list(ctx.db, ctx.tenant.id, id, { after, limit, eventDays }),
      position: (row) => [row.at, row.key],
      item: ({ at, key: _key, kind, ...row }) => ({
        at: at.toISOString(),
        kind,
        ...present(row),
        livemode: ctx.tenant.mode === 'live',
      }),
    });
  },
});
