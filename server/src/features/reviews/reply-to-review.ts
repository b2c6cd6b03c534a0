import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { type ApiError, conflict, invalid, notFound, notSupported } from '../../core/errors.ts';
import type { Reviews } from '../../core/messaging/inbox.ts';
import { type Charge, defineOperation } from '../../core/operation.ts';
import { compact } from '../../lib/compact.ts';
import { type AccountRow, accountOfItem } from '../accounts/index.ts';
import { skipDuplicateCheck } from '../inbox/index.ts';
import { outcomeOf, performAction } from '../outcomes/index.ts';
import * as reviews from './review.repository.ts';
import type { ReviewRow } from './review.ts';

const Answer = z.object({ success: z.boolean(), reply_id: z.string() }).meta({
  id: 'ReviewReplyResponse',
  example: { reply_id: 'accounts/1/locations/1/reviews/1' },
});
const path = '/v1/inbox/reviews/{review_id}/reply';
const fields = {
  review_id: z.string().min(1).max(500).meta({ description: 'Our id or the platform’s' }),
  account_id: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Must be the account of the review, where it is given' }),
};
const text = z.string().max(20_000).regex(/\S/, 'must not be empty');

export const replyToReview = defineOperation({
  name: 'reply_to_review',
  summary: 'Reply to a review',
  description:
    'Answers a review; a reply that is there already is replaced. It costs one interaction; it is given back when the platform throttles the call. The answer comes when the platform has taken the reply. After ten seconds it is 504 `platform_timeout`, and the reply goes on by itself. A text that is too long is 400 `invalid_request`, an account without access 403 `reconnection_required`.',
  example: { input: { text: 'Thank you!' } },
  tag: 'Reviews',
  http: { method: 'post', path, status: 200 },
  scope: 'inbox:write',
  leaves: true,
  charge: 'interaction',
  isCharged: () => true,
  input: z.strictObject({ ...fields, text, skip_duplicate_check: skipDuplicateCheck }),
  output: Answer,

  async run(ctx, { review_id: id, account_id: accountId, text: words, skip_duplicate_check: skips }) {
    const found = await findReview(ctx, id, accountId);
    return change(ctx, found, words, { charge: 'interaction', skipsDuplicateCheck: skips });
  },

  replay: (ctx, { ref }) => responseOf(ctx, ref as string),
});

export const editReviewReply = defineOperation({
  name: 'edit_review_reply',
  summary: 'Edit a review reply',
  description: 'Changes the reply to a review, for free. A review without a reply is 409 `conflict`.',
  example: { input: { text: 'Thank you, see you soon!' } },
  tag: 'Reviews',
  http: { method: 'put', path, status: 200 },
  scope: 'inbox:write',
  leaves: true,
  input: z.strictObject({ ...fields, text }),
  output: Answer,

  async run(ctx, { review_id: id, account_id: accountId, text: words }) {
    const found = await findReview(ctx, id, accountId);
    if (found.review.reply === null) throw noReply(id);
    return change(ctx, found, words, { isIdempotent: true });
  },

  replay: (ctx, { ref }) => responseOf(ctx, ref as string),
});

export const deleteReviewReply = defineOperation({
  name: 'delete_review_reply',
  summary: 'Delete a review reply',
  description:
    'Removes the reply to a review, for free. A review without a reply is 409 `conflict`. A platform that cannot remove it is 501 `not_supported`; `capabilities.can_delete_reply` says so before.',
  tag: 'Reviews',
  http: { method: 'delete', path, status: 200 },
  scope: 'inbox:write',
  leaves: true,
  input: z.strictObject(fields),
  output: Answer,

  async run(ctx, { review_id: id, account_id: accountId }) {
    const found = await findReview(ctx, id, accountId);
    if (found.group.replyRemoval === undefined)
      throw notSupported(found.account.platform, 'removing replies to reviews');
    if (found.review.reply === null) throw noReply(id);
    return change(ctx, found, undefined, { isIdempotent: true });
  },

  replay: (ctx, { ref }) => responseOf(ctx, ref as string),
});

interface FoundReview {
  readonly review: ReviewRow;
  readonly account: AccountRow;
  readonly group: Reviews;
}

/** A review of the caller's brands, on the account where one is given. 404 for none, 501 where the platform has none. */
async function findReview(ctx: Context, id: string, accountId: string | undefined): Promise<FoundReview> {
  const review = await reviews.find(ctx.db, ctx.tenant.id, id, brandsShown(ctx.actor));
  if (review === undefined || (accountId !== undefined && review.account_id !== accountId))
    throw notFound('review', id);
  const { account, connector } = await accountOfItem(ctx, review.account_id);
  if (connector.reviews === undefined) throw notSupported(account.platform, 'reviews');
  return { review, account, group: connector.reviews };
}

/** Replaces the reply, or removes it when there are no words. */
async function change(
  ctx: Context,
  { review, account, group }: FoundReview,
  words: string | undefined,
  options: { charge?: Charge; skipsDuplicateCheck?: boolean | undefined; isIdempotent?: true },
) {
  if (Buffer.byteLength(words ?? '') > group.replyBytesMax)
    throw invalid('text', `A reply to a review has at most ${group.replyBytesMax} bytes.`);
  return performAction(ctx, {
    account,
    actions: [{ kind: 'review_reply', input: compact({ reviewId: review.platform_id, text: words }) }],
    ...options,
    preview: { success: true, reply_id: '' },
    response: (id) => responseOf(ctx, id),
  });
}

async function responseOf(ctx: Context, id: string): Promise<z.infer<typeof Answer>> {
  const { platform_id: platformId } = await outcomeOf(ctx, id, 'reply');
  return { success: true, reply_id: platformId ?? '' };
}

function noReply(id: string): ApiError {
  return conflict('The review has no reply yet; send one with POST.', { id });
}
