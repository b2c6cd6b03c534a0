import { sql } from 'kysely';
import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import { readPost } from './find-post.ts';

const Attempt = z.object({
  account_id: z.string(),
  platform: z.string(),
  action: z.enum(['publish', 'segment', 'first_comment', 'remove', 'edit', 'reply']),
  action_id: z.string(),
  attempt: z.number().int(),
  step: z.number().int(),
  state: z.string().meta({
    description:
      'claimed, prepared, sending, reconciling, unknown, throttled, not_ready, published, rejected, unconfirmed …',
  }),
  at: z.string(),
  detail: z
    .record(z.string(), z.unknown())
    .meta({ description: 'The evidence: what the platform answered, which key or item proves it' }),
  livemode: z.boolean(),
});

interface Row {
  account_id: string;
  platform: string;
  action: z.infer<typeof Attempt>['action'];
  action_id: string;
  attempt: number;
  step: number;
  state: string;
  at: Date;
  detail: Record<string, unknown>;
}

export const listPostAttempts = defineOperation({
  name: 'list_post_attempts',
  summary: 'The journal of a post: each step of each attempt on each target, oldest first',
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}/attempts', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ post_id: z.string().min(1).max(200), ...pageQuery }),
  output: pageOf(Attempt),

  async run(ctx, { post_id: id, ...page }) {
    await readPost(ctx, id);
    return keysetPage(ctx, 'attempts', page, {
      filters: id,
      read: (after, limit) => {
        const beyond =
          after === undefined
            ? sql``
            : sql`and (t.at, t.action_id || lpad(t.attempt::text, 6, '0') || lpad(t.step::text, 6, '0')) > (${after[0]}::timestamptz, ${after[1]})`;
        return ctx.db.run(sql<Row>`
          select a.account_id, a.platform, a.kind as action, t.action_id, t.attempt, t.step, t.state, t.at, t.detail
          from actions a join attempts t on t.tenant_id = a.tenant_id and t.action_id = a.id
          where a.tenant_id = ${ctx.tenant.id} and a.post_id = ${id} ${beyond}
          order by t.at, t.action_id || lpad(t.attempt::text, 6, '0') || lpad(t.step::text, 6, '0') limit ${limit + 1}`);
      },
      position: (row) => [
        row.at,
        `${row.action_id}${String(row.attempt).padStart(6, '0')}${String(row.step).padStart(6, '0')}`,
      ],
      item: (row) => ({ ...row, at: row.at.toISOString(), livemode: ctx.tenant.mode === 'live' }),
    });
  },
});
