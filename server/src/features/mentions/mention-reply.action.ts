import { z } from 'zod';
import type { MentionReply } from '../../core/messaging/inbox.ts';
import { type Action, oneByOne } from '../../engine/index.ts';
import { refundThrottled } from '../outcomes/index.ts';

const StoredMentionReply: z.ZodType<MentionReply> = z.object({
  mentionId: z.string(),
  platformPostId: z.string().exactOptional(),
  text: z.string(),
});

/** Our public reply below a mention. It stands below a post of others, so no list of ours shows it. */
export const mentionReplyAction: Action<MentionReply> = {
  name: 'mention_reply',
  onThrottle: 'fail',
  input: StoredMentionReply,
  effect: (connector) => connector.mentions?.reply,
  load: async (_db, { input }) => input,
  settled: oneByOne((tx, action) => refundThrottled(tx, action)),
};
