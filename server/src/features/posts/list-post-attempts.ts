import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { actions } from '../../engine/index.ts';
import { readPost } from './model/find-post.ts';

const Attempt = z
  .object({
    account_id: z.string(),
    platform: PlatformWord,
    action: z.enum(['publish', 'segment', 'first_comment', 'remove', 'edit', 'reply']),
    action_id: z.string(),
    attempt: z.number().int().meta({ description: 'Which attempt of the action' }),
    step: z.number().int().meta({ description: 'Which step of the attempt' }),
    state: z.string().meta({
      description:
        'claimed, prepared, sending, reconciling, unknown, throttled, not_ready, published, rejected, unconfirmed …',
    }),
    at: z.string(),
    detail: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The evidence: what the platform answered, which key or item proves it' }),
    request_id: z
      .string()
      .optional()
      .meta({ description: 'The X-Request-ID of the request that caused the action; lines of the log carry it' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'Attempt' });

export const listPostAttempts = defineOperation({
  name: 'list_post_attempts',
  summary: 'List attempts of a post',
  description:
    'Lists the journal of a post, oldest first: each step of each attempt to publish, edit or remove it. A step tells when a call was sent, what the platform answered, and what proves the outcome of a lost response. An unknown post is 404 `not_found`.',
  example: { output: { data: [{ step: 2, state: 'published', detail: { platform_id: 'example-post' } }] } },
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}/attempts', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ post_id: z.string().min(1).max(200), ...pageQuery }),
  output: pageOf(Attempt),

  async run(ctx, { post_id: id, ...page }) {
    await readPost(ctx, id);
    return keysetPage(ctx, 'attempts', page, {
      filters: id,
      read: (after, limit) => actions.attemptsOf(ctx.db, ctx.tenant.id, id, after, limit),
      position: (row) => [
        row.at,
        `${row.action_id}${String(row.attempt).padStart(6, '0')}${String(row.step).padStart(6, '0')}`,
      ],
      item: ({ request_id: requestId, ...row }) => ({
        ...row,
        at: row.at.toISOString(),
        ...(requestId === null ? {} : { request_id: requestId }),
        livemode: ctx.tenant.mode === 'live',
      }),
    });
  },
});
