import type { Session } from '../../core/session.ts';
import { subscribeTo } from '../shared/meta/subscribe.ts';
import { API } from './client.ts';

const COMMENT_FIELDS = 'comments,live_comments';
const MESSAGE_FIELDS = 'messages,messaging_postbacks,messaging_seen,message_reactions,messaging_referral,message_edit';

/**
 * The callbacks that we subscribe to. Meta documents callbacks about mentions for Facebook Login only, so Instagram may reject them.
 */
export const subscription = `${COMMENT_FIELDS},${MESSAGE_FIELDS},mentions`;

/** Switches callbacks on for the account. */
export async function subscribe(session: Session): Promise<void> {
  const choices = [subscription, `${COMMENT_FIELDS},${MESSAGE_FIELDS}`, COMMENT_FIELDS];
  await subscribeTo(session, API, 'me', choices);
}
