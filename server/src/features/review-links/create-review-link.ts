import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { reachesBrand } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { invalid, missing, notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { inCell, newId } from '../../core/ids.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { VisibleLines, VisibleText } from '../../lib/printable.ts';
import { brands } from '../brands/index.ts';
import { tenantNow } from '../clock/index.ts';
import { hashToken } from '../invites/index.ts';
import * as links from './review-link.repository.ts';
import { assertReviewer, NewReviewLink, toReviewLink } from './review-link.ts';

const POSTS_MAX = links.SHOWN_MAX;
const DAY_MS = 86_400_000;
const DAYS = 14;
const DAYS_MAX = 90;

const Input = z.strictObject({
  brand_id: z.string().min(1).max(200),
  post_ids: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(POSTS_MAX)
    .optional()
    .meta({ description: 'The posts; or send from and to' }),
  from: Instant.optional().meta({ description: 'Posts that are planned for then or later' }),
  to: Instant.optional().meta({ description: 'Posts that are planned before' }),
  name: VisibleText.min(1, 'must not be empty').max(200).optional().meta({ description: 'The title of the page' }),
  message: VisibleLines.min(1, 'must not be empty')
    .max(2000)
    .optional()
    .meta({ description: 'Stands above the posts' }),
  expires_at: Instant.optional().meta({ description: `At most ${DAYS_MAX} days ahead; default ${DAYS} days` }),
});

export const createReviewLink = defineOperation({
  name: 'create_review_link',
  summary: 'Create a review link',
  description: `Makes a link with which somebody without an account looks at posts of a brand, approves them, asks for changes or comments. \`post_ids\` names the posts; \`from\` and \`to\` take those that are planned then, also later ones. At most ${POSTS_MAX} posts. Its decisions are those of somebody else than the authors. It needs \`can_approve\`, direct sending and \`posts:write\`. The \`url\` is in this response only.`,
  example: { input: { post_ids: [exampleId('post')], name: 'The week before Christmas' } },
  tag: 'Approvals',
  http: { method: 'post', path: '/v1/reviews', status: 201 },
  scope: 'posts:write',
  leaves: false,
  input: Input,
  output: NewReviewLink,

  async run(ctx, input) {
    assertReviewer(ctx);
    const { brand_id: brandId } = input;
    if (!reachesBrand(ctx.actor, brandId) || !(await brands.exists(ctx.db, ctx.tenant.id, brandId)))
      throw notFound('brand', brandId);
    const expiresAt = await endOf(ctx, input.expires_at);
    const token = inCell(ctx.cell, randomBytes(24).toString('base64url'));
    const link = {
      id: newId('rvw'),
      brand_id: brandId,
      name: input.name ?? null,
      message: input.message ?? null,
      ...postsOf(input),
      tokenHash: hashToken(token),
      by: ctx.actor,
      expiresAt,
    };
    await assertPosts(ctx, link);
    return ctx.commit(async (tx) => {
      if (!(await brands.lock(tx, ctx.tenant.id, brandId))) throw notFound('brand', brandId);
      const row = await links.insert(tx, ctx.tenant.id, link);
      return { ...toReviewLink(row, ctx), url: ctx.platforms.publicUrl(`/review/${token}`) };
    });
  },
});

function postsOf({ post_ids: ids, from, to }: z.output<typeof Input>) {
  if (ids !== undefined) {
    const other = from === undefined ? (to === undefined ? undefined : 'to') : 'from';
    if (other !== undefined) throw invalid(other, 'Send post_ids, or from and to, not both.');
    return { post_ids: [...new Set(ids)], from_at: null, to_at: null };
  }
  if (from === undefined && to === undefined) throw missing('post_ids', 'Send post_ids, or from and to.');
  if (from === undefined) throw missing('from', 'Send from together with to.');
  if (to === undefined) throw missing('to', 'Send to together with from.');
  const [fromAt, toAt] = [toInstant(from) as Date, toInstant(to) as Date];
  if (toAt <= fromAt) throw invalid('to', 'to must be later than from.');
  return { post_ids: null, from_at: fromAt, to_at: toAt };
}

async function endOf(ctx: Context, asked: string | undefined): Promise<Date> {
  const now = await tenantNow(ctx);
  const end = asked === undefined ? new Date(now.getTime() + DAYS * DAY_MS) : (toInstant(asked) as Date);
  if (end <= now) throw invalid('expires_at', 'expires_at must be in the future.');
  if (end.getTime() > now.getTime() + DAYS_MAX * DAY_MS)
    throw invalid('expires_at', `expires_at must be at most ${DAYS_MAX} days ahead.`);
  return end;
}

/** 400 for a post that goes to other brands, 404 for one that there is not, and for more posts than a link shows. */
async function assertPosts(ctx: Context, link: links.NewLink): Promise<void> {
  if (link.post_ids === null) {
    const found = await links.postIds(ctx.db, ctx.tenant.id, link, POSTS_MAX + 1);
    if (found.length > POSTS_MAX)
      throw invalid('to', `More than ${POSTS_MAX} posts are planned then. Send a shorter period.`);
    return;
  }
  const found = await links.ofBrandAlone(ctx.db, ctx.tenant.id, link.brand_id, link.post_ids);
  const place = link.post_ids.findIndex((id) => !found.has(id));
  if (place !== -1)
    throw invalid(`post_ids.${place}`, 'There is no such post, or it does not go to accounts of this brand alone.');
}
