import type { KeyedEffect, ListedEffect } from '../../core/effect.ts';
import type { MentionReply, ReplyInput } from '../../core/messaging/inbox.ts';

type Findable<Input> = KeyedEffect<Input> | ListedEffect<Input>;

/**
 * Replies to a mention on platforms where that is a comment on the mentioning post. `toComment` finds the comment's
 * place; by default the mention itself is the post.
 */
export function replyAsComment(
  reply: Findable<ReplyInput>,
  toComment: (input: MentionReply) => ReplyInput = ({ mentionId, text }) => ({ platformPostId: mentionId, text }),
): Findable<MentionReply> {
  const { prepare, send, list, matches, showsAllSince, ...rest } = reply;
  return {
    ...rest,
    ...(prepare && { prepare: (session, input) => prepare(session, toComment(input)) }),
    send: (session, input, prepared, key) => send(session, toComment(input), prepared, key),
    list: (session, input, since) => list(session, toComment(input), since),
    matches: (input, item) => matches(toComment(input), item),
    ...(showsAllSince && { showsAllSince: (input, since, now) => showsAllSince(toComment(input), since, now) }),
  };
}
