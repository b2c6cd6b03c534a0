import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import type { CommentMark, CommentRef } from '../../core/messaging/inbox.ts';
import { type Action, actions, oneByOne } from '../../engine/index.ts';
import { openInbox } from '../inbox/index.ts';
import * as comments from './comment.repository.ts';

/** The changes of a comment on its platform, each with its ability. */
export const COMMENT_CHANGES = {
  delete: { ability: 'removal', what: 'removing comments', marks: {} },
  hide: { ability: 'hiding', what: 'hiding comments', marks: { isHidden: true } },
  unhide: { ability: 'hiding', what: 'hiding comments', marks: { isHidden: false } },
  like: { ability: 'liking', what: 'liking comments', marks: { isLiked: true } },
  unlike: { ability: 'liking', what: 'liking comments', marks: { isLiked: false } },
} as const satisfies Record<
  string,
  { ability: 'removal' | 'hiding' | 'liking'; what: string; marks: comments.CommentChange }
>;
export type CommentChangeName = keyof typeof COMMENT_CHANGES;

const StoredCommentChange = z.object({
  change: z.enum(Object.keys(COMMENT_CHANGES) as CommentChangeName[]),
  platformPostId: z.string(),
  commentId: z.string(),
});
type StoredCommentChange = z.infer<typeof StoredCommentChange>;

/** The effect of a change; undefined where the platform has none. */
export function effectOf(
  { comments: group }: Connector,
  change: CommentChangeName,
): RepeatableEffect<CommentRef> | RepeatableEffect<CommentMark> | undefined {
  return group?.[COMMENT_CHANGES[change].ability];
}

/** Removes, hides or likes a comment, or undoes that. */
export const commentChangeAction: Action<StoredCommentChange> = {
  name: 'comment_change',
  onThrottle: 'fail',
  input: StoredCommentChange,
  effect: (connector, { change }) => effectOf(connector, change),

  async load(_db, { input: { change, ...comment } }): Promise<CommentRef | CommentMark> {
    return { ...comment, isOn: change === 'hide' || change === 'like' };
  },

  settled: oneByOne(async (tx, { job, outcome }) => {
    if (outcome.status !== 'published' || job.input === undefined) return;
    const { tenantId, accountId, platform, mode, input } = job;
    const inbox = await openInbox(tx, { tenantId, accountId, platform, livemode: mode === 'live' });
    if (input.change === 'delete') {
      await comments.remove(tx, inbox, input.commentId, new Date());
      await actions.releaseFingerprints(tx, job, input.commentId);
    } else await comments.change(tx, tenantId, accountId, input.commentId, COMMENT_CHANGES[input.change].marks);
  }),
};
