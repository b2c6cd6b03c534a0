import { listReviews } from './list-reviews.ts';

export const reviewOperations = [listReviews];
export { removeReview, storeReviews } from './store-reviews.ts';
