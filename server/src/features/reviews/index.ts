import { listReviews } from './list-reviews.ts';

export const reviewOperations = [listReviews];
