import type { PlatformReview, Reviews } from '../../core/messaging/inbox.ts';
import { compact } from '../../lib/compact.ts';
import { missingCountsAsRemoved } from '../shared/call-platform.ts';
import { callGoogle, locationOf, reviewPath } from './client.ts';
import { Empty, type Review, ReviewPage, SavedReply } from './wire.ts';

/** The largest page that Google returns. */
const PAGE_SIZE = 50;

/**
 * Reviews of a location, each with the owner's one reply. https://developers.google.com/my-business/content/review-data
 */
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

  replyRemoval: {
    class: 'repeatable',
    async send(session, { reviewId }) {
      const path = `${reviewPath(session, reviewId)}/reply`;
      const request = { method: 'DELETE', host: 'business', path } as const;
      await missingCountsAsRemoved(callGoogle(session, 'effect', request, Empty).then(() => undefined));
      return { platformId: `${reviewId}/reply` };
    },
  },

  replyBytesMax: 4096,
};

function toReview(review: Review, raw: unknown): PlatformReview {
  const { name, reviewer, starRating, comment, createTime, updateTime, reviewReply } = review;
  const avatarUrl = reviewer?.profilePhotoUrl;
  return compact({
    platformId: name,
    // Google gives the name of a reviewer but no id. A review has one author, so its own id stands for the author's.
    author: compact({
      id: name,
      name: reviewer?.displayName ?? 'A Google user',
      avatarUrl,
    }),
    rating: starRating,
    text: comment,
    createdAt: createTime,
    updatedAt: updateTime,
    reply: reviewReply && { text: reviewReply.comment, createdAt: reviewReply.updateTime },
    raw,
  });
}
