import type { PlatformReview, Reviews } from '../../core/inbox.ts';
import { callGoogle, locationOf, reviewPath } from './client.ts';
import { type Review, ReviewPage, SavedReply } from './wire.ts';

/** The most that Google gives at once. */
const PAGE_SIZE = 50;

/** What customers say of a location, and the owner's one answer. https://developers.google.com/my-business/content/review-data */
export const reviews: Reviews = {
  async list(session, cursor) {
    const path = `/v4/${locationOf(session)}/reviews`;
    const query = { pageSize: PAGE_SIZE, orderBy: 'updateTime desc', pageToken: cursor };
    const page = await callGoogle(session, 'read', { method: 'GET', host: 'business', path, query }, ReviewPage);
    return {
      items: (page.reviews ?? []).map(({ value, raw }) => toReview(value, raw)),
      ...(page.nextPageToken ? { cursor: page.nextPageToken } : {}),
    };
  },

  reply: {
    class: 'repeatable',
    async send(session, { reviewId, text }) {
      const path = `${reviewPath(session, reviewId)}/reply`;
      const request = { method: 'PUT', host: 'business', path, body: { json: { comment: text } } } as const;
      await callGoogle(session, 'effect', request, SavedReply);
      return { platformId: `${reviewId}/reply` };
    },
  },
};

function toReview(review: Review, raw: unknown): PlatformReview {
  const { name, reviewer, starRating, comment, createTime, updateTime, reviewReply } = review;
  const avatarUrl = reviewer?.profilePhotoUrl;
  return {
    platformId: name,
    // Google does not tell who a reviewer is, only the name; a review has one author, so its own id stands for it.
    author: {
      id: name,
      name: reviewer?.displayName ?? 'A Google user',
      ...(avatarUrl === undefined ? {} : { avatarUrl }),
    },
    rating: starRating,
    ...(comment === undefined ? {} : { text: comment }),
    createdAt: createTime,
    ...(updateTime === undefined ? {} : { updatedAt: updateTime }),
    ...(reviewReply === undefined ? {} : { reply: { text: reviewReply.comment, createdAt: reviewReply.updateTime } }),
    raw,
  };
}
