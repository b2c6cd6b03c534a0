import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorResult } from '../../core/control/visitors.ts';
import { editMessage, unsend } from '../meta/visitor-messages.ts';
import { removeComment } from './comments.ts';
import { messagingOf } from './messages/messaging.ts';
import type { Instagram } from './store.ts';

/** Nobody can change a comment on Instagram, so it is a message. */
export function visitorEdits(instagram: Instagram, action: OwnThing): VisitorResult {
  if (instagram.store.comments.get(action.id)) throw new Rejected(501, 'Comments cannot be changed on Instagram.');
  return editMessage(messagingOf(instagram), action);
}

/** Instagram tells nobody that a comment is gone. */
export function visitorDeletes(instagram: Instagram, action: OwnThing): VisitorResult {
  const { store, world } = instagram;
  const comment = store.comments.get(action.id);
  if (!comment) return unsend(messagingOf(instagram), action);
  if (comment.account !== action.account.platform_id) throw new Rejected(404, `No comment ${action.id}.`);
  if (comment.from_id === comment.account) throw new Rejected(409, 'The account has written this comment.');
  return world.effect(() => {
    removeComment(instagram, comment);
    const { id: platform_id, username, from_id: user_id, media_id: post_id } = comment;
    return { platform_id, username, user_id, post_id };
  });
}
