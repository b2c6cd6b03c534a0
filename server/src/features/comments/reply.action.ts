import { z } from 'zod';
import type { ReplyInput } from '../../core/messaging/inbox.ts';
import { type Action, oneByOne } from '../../engine/index.ts';
import { openInbox } from '../inbox/index.ts';
import { refundThrottled } from '../outcomes/index.ts';
import { storeComments } from './store-comments.ts';

const StoredReply: z.ZodType<ReplyInput> = z.object({
  platformPostId: z.string(),
  parentId: z.string().exactOptional(),
  text: z.string(),
});

/** Our own comment: a reply to a comment, or a comment on the post itself. */
export const replyAction: Action<ReplyInput> = {
  name: 'reply',
  onThrottle: 'fail',
  input: StoredReply,
  effect: (connector) => connector.comments?.reply,
  load: async (_db, { input }) => input,

  settled: oneByOne(async (tx, action) => {
    const { job, outcome } = action;
    const { tenantId, accountId, platform, account, input } = job;
    if (outcome.status === 'published' && input !== undefined) {
      const comment = {
        ...input,
        platformId: outcome.published.platformId,
        author: { id: account.platformId, username: account.username },
        createdAt: new Date(),
        isOwner: true,
        raw: null,
      };
      const inbox = await openInbox(tx, { tenantId, accountId, platform, livemode: job.mode === 'live' });
      await storeComments(tx, [{ inbox, item: comment }]);
    }
    await refundThrottled(tx, action);
  }),
};
