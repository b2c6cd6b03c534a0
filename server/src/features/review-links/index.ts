import { createReviewLink } from './create-review-link.ts';
import { deleteReviewLink, getReviewLink, listReviewLinks } from './read-review-links.ts';

export const reviewLinkOperations = [createReviewLink, listReviewLinks, getReviewLink, deleteReviewLink];
export { decideReview } from './decide-review.ts';
export * as reviewLinks from './review-link.repository.ts';
export { type ReviewFacts, type ReviewPost, showReview } from './show-review.ts';
