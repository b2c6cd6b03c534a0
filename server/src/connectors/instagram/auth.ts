import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { prolongToken, REFRESH_AHEAD_SECONDS } from '../meta/token.ts';
import { success } from '../meta/wire.ts';
import { API, call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { profile } from './wire.ts';

const PROFILE_FIELDS =
  'id,user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count';
const SUBSCRIBED_FIELDS = 'comments,live_comments,messages,messaging_postbacks,messaging_seen,message_reactions';

/**
 * Instagram Login: a user token of 60 days that prolongs itself from the age of one day on; there is no refresh token.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export const auth: Auth = {
  hosts: HOSTS,

  refresh: (session) => prolongToken(session, API, 'ig_refresh_token'),
  refreshAheadSeconds: REFRESH_AHEAD_SECONDS,

  async profile(session): Promise<Profile> {
    const query = { fields: PROFILE_FIELDS };
    return toProfile(await call(session, { method: 'GET', path: ['me'], query, answer: profile }));
  },

  async subscribe(session): Promise<void> {
    try {
      await subscribeTo(session, `${SUBSCRIBED_FIELDS},mentions`);
    } catch (error) {
      // Meta's pages name mentions with Facebook Login only.
      if (!(error instanceof PlatformError) || error.kind !== 'rejected') throw error;
      await subscribeTo(session, SUBSCRIBED_FIELDS);
    }
  },
};

async function subscribeTo(session: Session, fields: string): Promise<void> {
  const query = { subscribed_fields: fields };
  await call(session, { method: 'POST', path: ['me', 'subscribed_apps'], query, answer: success });
}
