import { z } from 'zod';
import { brandsShown, reachesBrand } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import type { Runner } from '../../db/query.ts';
import * as decisions from './review-decision.repository.ts';
import * as links from './review-link.repository.ts';
import { assertReviewer, ReviewLink, ReviewLinkWithDecisions, toDecision, toReviewLink } from './review-link.ts';

const LinkId = z.string().min(1).max(200);
const DECISIONS_MAX = 5000;

export const listReviewLinks = defineOperation({
  name: 'list_review_links',
  summary: 'List review links',
  description:
    'Lists the review links of the brands that the caller reaches, newest first, with expired and withdrawn ones. It needs `can_approve` and direct sending.',
  tag: 'Approvals',
  http: { method: 'get', path: '/v1/reviews', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ ...pageQuery, brand_id: z.string().min(1).max(200).optional() }),
  output: pageOf(ReviewLink),

  async run(ctx, { brand_id: brandId, ...page }) {
    assertReviewer(ctx);
    return keysetPage(ctx, 'review links', page, {
      filters: { brandId },
      read: (after, limit) => links.list(ctx.db, ctx.tenant.id, brandsShown(ctx.actor, brandId), after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toReviewLink(row, ctx),
    });
  },
});

export const getReviewLink = defineOperation({
  name: 'get_review_link',
  summary: 'Get a review link',
  description:
    'Gets a review link with its decisions, oldest first: who decided what, when, from which address (kept for 90 days), and the texts and media that they saw. It needs `can_approve` and direct sending.',
  tag: 'Approvals',
  http: { method: 'get', path: '/v1/reviews/{review_link_id}', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ review_link_id: LinkId }),
  output: ReviewLinkWithDecisions,

  async run(ctx, { review_link_id: id }) {
    const row = await findLink(ctx, id);
    const rows = await decisions.list(ctx.db, ctx.tenant.id, id, DECISIONS_MAX);
    return { ...toReviewLink(row, ctx), decisions: rows.map(toDecision) };
  },
});

export const deleteReviewLink = defineOperation({
  name: 'delete_review_link',
  summary: 'Withdraw a review link',
  description:
    'Ends a review link at once. It stays in the list as `withdrawn`, with its decisions. It needs `can_approve`, direct sending and `posts:write`.',
  tag: 'Approvals',
  http: { method: 'delete', path: '/v1/reviews/{review_link_id}', status: 200 },
  scope: 'posts:write',
  leaves: false,
  input: z.strictObject({ review_link_id: LinkId }),
  output: ReviewLink,

  async run(ctx, { review_link_id: id }) {
    return ctx.commit(async (tx) => {
      await findLink(ctx, id, tx);
      await links.withdraw(tx, ctx.tenant.id, id);
      return toReviewLink(await findLink(ctx, id, tx), ctx);
    });
  },
});

/** The link of an id, in the brands that the actor reaches; 404 when there is none. */
async function findLink(ctx: Context, id: string, db: Runner = ctx.db): Promise<links.LinkRow> {
  assertReviewer(ctx);
  const row = await links.byId(db, ctx.tenant.id, id);
  if (row === undefined || !reachesBrand(ctx.actor, row.brand_id)) throw notFound('review_link', id);
  return row;
}
