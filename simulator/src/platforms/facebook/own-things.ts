import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorResult } from '../../core/control/visitors.ts';
import { editMessage, unsend } from '../meta/visitor-messages.ts';
import { removeComment } from './comments/comments.ts';
import { messagingOf } from './messages/messaging.ts';
import type { CommentRow, Facebook } from './store.ts';
import { sendCommentCallback } from './webhooks.ts';

/** Another text for a comment of a visitor's, or for a message. */
export function visitorEdits(facebook: Facebook, action: OwnThing): VisitorResult {
  const comment = facebook.store.comments.get(action.id);
  if (!comment) return editMessage(messagingOf(facebook), action);
  checkAuthor(comment, action);
  return facebook.world.effect(() => {
    const changed = { ...comment, message: action.text };
    facebook.store.comments.put(comment.id, changed);
    sendCommentCallback(facebook, changed, 'edited');
    return commentResult(changed, action);
  });
}

export function visitorDeletes(facebook: Facebook, action: OwnThing): VisitorResult {
  const { store, world } = facebook;
  const comment = store.comments.get(action.id);
  if (!comment) return unsend(messagingOf(facebook), action);
  checkAuthor(comment, action);
  return world.effect(() => {
    removeComment(facebook, comment);
    return commentResult(comment, action);
  });
}

function checkAuthor({ account, from_id }: CommentRow, action: OwnThing): void {
  if (account !== action.account.platform_id) throw new Rejected(404, `No comment ${action.id}.`);
  if (from_id === account) throw new Rejected(409, 'The account has written this comment.');
}

function commentResult({ id, from_id, post_id, parent_id, message }: CommentRow, { username = 'jane' }: OwnThing) {
  return { platform_id: id, username, user_id: from_id, post_id, parent_id, text: message };
}
