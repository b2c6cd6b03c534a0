import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { success } from '../shared/meta/wire.ts';
import { call } from './client.ts';

const FIELDS = 'comments,live_comments,messages,messaging_postbacks,messaging_seen,message_reactions';

/**
 * Switches callbacks on for the account. Meta documents callbacks about mentions for Facebook Login only, so Instagram
 * may refuse them.
 */
export async function subscribe(session: Session): Promise<void> {
  try {
    await subscribeTo(session, `${FIELDS},mentions`);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'rejected') throw error;
    await subscribeTo(session, FIELDS);
  }
}

async function subscribeTo(session: Session, fields: string): Promise<void> {
  const query = { subscribed_fields: fields };
  await call(session, { method: 'POST', path: ['me', 'subscribed_apps'], query, response: success });
}
