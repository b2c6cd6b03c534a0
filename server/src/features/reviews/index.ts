import { listAccountReviews } from './list-account-reviews.ts';
import { listReviewAccounts } from './list-review-accounts.ts';
import { listReviews } from './list-reviews.ts';
import { deleteReviewReply, editReviewReply, replyToReview } from './reply-to-review.ts';

export const reviewOperations = [
  listReviews,
  listReviewAccounts,
  listAccountReviews,
  replyToReview,
  editReviewReply,
  deleteReviewReply,
];
export { reviewReplyAction } from './review-reply.action.ts';
export { removeReview, storeReviews } from './store-reviews.ts';
