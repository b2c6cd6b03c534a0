import { z } from 'zod';
import { type Action, actions, oneByOne } from '../../engine/index.ts';
import { openInbox } from '../inbox/index.ts';
import { refundThrottled } from '../outcomes/index.ts';
import * as reviews from './review.repository.ts';

const StoredReviewReply = z.object({
  reviewId: z.string(),
  /** Absent: the reply is removed. */
  text: z.string().exactOptional(),
});
type StoredReviewReply = z.infer<typeof StoredReviewReply>;

/** Writes, replaces or removes the owner's one reply to a review. */
export const reviewReplyAction: Action<StoredReviewReply> = {
  name: 'review_reply',
  onThrottle: 'fail',
  input: StoredReviewReply,
  effect: ({ reviews: group }, { text }) => (text === undefined ? group?.replyRemoval : group?.reply),
  load: async (_db, { input }) => input,

  settled: oneByOne(async (tx, action) => {
    const { job, outcome } = action;
    const { tenantId, accountId, platform, mode, input } = job;
    if (outcome.status === 'published' && input !== undefined) {
      await openInbox(tx, { tenantId, accountId, platform, livemode: mode === 'live' });
      await reviews.setReply(tx, job, input.reviewId, input.text ?? null);
      await actions.releaseFingerprints(tx, job, outcome.published.platformId);
    }
    await refundThrottled(tx, action);
  }),
};
