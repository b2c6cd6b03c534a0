import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session, Tokens } from '../../core/session.ts';
import { success } from '../meta/wire.ts';
import { call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { profile, token } from './wire.ts';

const PROFILE_FIELDS =
  'id,user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count';
const SUBSCRIBED_FIELDS = 'comments,live_comments,messages,messaging_postbacks,messaging_seen,message_reactions';

/**
 * Instagram Login: a user token of 60 days that prolongs itself from the age of one day on; there is no refresh token.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export const auth: Auth = {
  hosts: HOSTS,

  async refresh(session): Promise<Tokens> {
    const answer = await askForToken(session);
    if (answer.expires_in === undefined) return { accessToken: answer.access_token };
    const expiresAt = new Date(session.now().getTime() + answer.expires_in * 1000).toISOString();
    return { accessToken: answer.access_token, expiresAt };
  },

  async profile(session): Promise<Profile> {
    const query = { fields: PROFILE_FIELDS };
    return toProfile(await call(session, { method: 'GET', path: ['me'], query, answer: profile }));
  },

  async subscribe(session): Promise<void> {
    const query = { subscribed_fields: SUBSCRIBED_FIELDS };
    await call(session, { method: 'POST', path: ['me', 'subscribed_apps'], query, answer: success });
  },
};

/** The token is the grant here, so Instagram calling it invalid ends the access for good. */
async function askForToken(session: Session) {
  const query = { grant_type: 'ig_refresh_token', access_token: session.tokens.accessToken };
  try {
    const path = ['refresh_access_token'];
    return await call(session, { method: 'GET', path, query, answer: token, isUnversioned: true });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'auth_expired') throw error;
    throw new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
  }
}
