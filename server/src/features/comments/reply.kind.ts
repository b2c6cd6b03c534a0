import type { ReplyInput } from '../../core/inbox.ts';
import { type ActionKind, alone } from '../actions/index.ts';
import { usage } from '../usage/index.ts';
import { storeComments } from './store-comments.ts';

/** A comment of ours: an answer to a comment, or a comment on the post itself. */
export const replyKind: ActionKind = {
  name: 'reply',
  onThrottle: 'fail',
  effect: (connector) => connector.comments?.reply,
  load: async (_db, job): Promise<ReplyInput> => job.input as unknown as ReplyInput,

  settled: alone(async (tx, job, outcome) => {
    if (outcome.status === 'published') {
      const input = job.input as unknown as ReplyInput;
      const echo = {
        platformId: outcome.published.platformId,
        platformPostId: input.platformPostId,
        ...(input.parentId === undefined ? {} : { parentId: input.parentId }),
        author: { id: job.account.platformId, username: job.account.username },
        text: input.text,
        createdAt: new Date(),
        isOwner: true,
        raw: null,
      };
      return storeComments(
        tx,
        { tenantId: job.tenantId, accountId: job.accountId, platform: job.platform, livemode: job.mode === 'live' },
        [echo],
      );
    }
    if (outcome.status === 'failed' && outcome.failure.code === 'platform_rate_limit' && job.chargedPeriod !== null) {
      await usage.giveBack(tx, job.tenantId, 'interaction', new Date(job.chargedPeriod));
    }
  }),
};
