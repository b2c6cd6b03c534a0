import { z } from 'zod';
import type { CommentText } from '../../core/messaging/inbox.ts';
import { type Action, oneByOne } from '../../engine/index.ts';
import { refundThrottled } from '../outcomes/index.ts';
import * as comments from './comment.repository.ts';

const StoredPrivateReply: z.ZodType<CommentText> = z.object({
  platformPostId: z.string(),
  commentId: z.string(),
  text: z.string(),
});

/** A private message to the author of a comment. Its echo shows it in the conversation. */
export const privateReplyAction: Action<CommentText> = {
  name: 'private_reply',
  onThrottle: 'fail',
  input: StoredPrivateReply,
  effect: (connector) => connector.comments?.privateReply,
  load: async (_db, { input }) => input,

  settled: oneByOne(async (tx, action) => {
    const { job, outcome } = action;
    if (outcome.status === 'failed' && job.input !== undefined)
      await comments.freePrivateReply(tx, job.tenantId, job.accountId, job.input.commentId);
    await refundThrottled(tx, action);
  }),
};
