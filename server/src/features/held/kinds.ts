import { type Actor, hasPermission, type Permission } from '../../core/actor.ts';
import { HELD_KINDS, type HeldKind } from '../../core/held.ts';

/** The kinds of the calls that are stored, by their operation. Others change something at the platform itself. */
const KINDS: Readonly<Record<string, HeldKind>> = {
  update_post: 'edit',
  retry_post: 'retry',
  unpublish_post: 'removal',
  delete_post: 'removal',
  reply: 'reply',
  edit_youtube_comment: 'reply',
  reply_privately: 'private_reply',
  send_message: 'message',
  retry_message: 'message',
  send_template: 'message',
  reply_to_review: 'review_reply',
  edit_review_reply: 'review_reply',
  delete_review_reply: 'review_reply',
  reply_to_mention: 'mention_reply',
  hide_comment: 'moderation',
  unhide_comment: 'moderation',
  like_comment: 'moderation',
  unlike_comment: 'moderation',
  delete_comment: 'moderation',
  moderate_youtube_comment: 'moderation',
};

export function kindOf(operation: string): HeldKind {
  return KINDS[operation] ?? 'platform';
}

/** The right to read what waits, and the one to do it, by kind. */
export const SCOPES_OF: Readonly<Record<HeldKind, { readonly read: Permission; readonly write: Permission }>> = {
  post: { read: 'posts:read', write: 'posts:write' },
  edit: { read: 'posts:read', write: 'posts:write' },
  retry: { read: 'posts:read', write: 'posts:write' },
  removal: { read: 'posts:read', write: 'posts:write' },
  reply: { read: 'inbox:read', write: 'inbox:write' },
  private_reply: { read: 'inbox:read', write: 'inbox:write' },
  message: { read: 'dms:read', write: 'dms:send' },
  review_reply: { read: 'inbox:read', write: 'inbox:write' },
  mention_reply: { read: 'inbox:read', write: 'inbox:write' },
  moderation: { read: 'inbox:read', write: 'inbox:write' },
  platform: { read: 'accounts:read', write: 'accounts:manage' },
};

/** The kinds that an actor may read. */
export function kindsReadBy(actor: Pick<Actor, 'permissions'>): HeldKind[] {
  return HELD_KINDS.filter((kind) => hasPermission(actor, SCOPES_OF[kind].read));
}
