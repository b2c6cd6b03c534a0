import type { Comments, PlatformComment } from '../../core/messaging/inbox.ts';

/** The state of a comment that decides what may be done with it. */
export interface CommentState extends Pick<PlatformComment, 'isOwner' | 'parentId' | 'createdAt'> {
  /** It has its one private reply. */
  readonly isPrivatelyReplied: boolean;
}

/** The action flags of one comment, computed from the connector's groups and its state (contract, 10.1). */
export function commentCapabilities(comments: Partial<Comments> | undefined, comment: CommentState, now: Date) {
  const allows = comments?.allows ?? (() => true);
  return {
    can_reply: comments?.reply !== undefined,
    can_delete: comments?.removal !== undefined && allows('removal', comment),
    can_hide: comments?.hiding !== undefined && allows('hiding', comment),
    can_like: comments?.liking !== undefined,
    can_private_reply:
      comments?.privateReply !== undefined && privateReplyProblem(comments, comment, now) === undefined,
  };
}

/** Why this comment gets no private reply; undefined when it may get one. */
export function privateReplyProblem(
  comments: Partial<Comments> | undefined,
  { isOwner, isPrivatelyReplied, createdAt }: CommentState,
  now: Date,
): string | undefined {
  if (isOwner) return 'A comment of the account itself gets no private reply.';
  if (isPrivatelyReplied) return 'The comment has its one private reply already.';
  const days = comments?.privateReplyDays;
  if (days === undefined || now.getTime() - createdAt.getTime() <= days * 86_400_000) return undefined;
  return `The comment is older than ${days} days.`;
}
