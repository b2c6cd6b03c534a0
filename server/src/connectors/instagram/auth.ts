import type { Auth, Profile } from '../../core/connector.ts';
import { prolongToken, REFRESH_AHEAD_SECONDS } from '../meta/token.ts';
import { subscribe } from './callbacks.ts';
import { API, call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { profile } from './wire.ts';

const PROFILE_FIELDS =
  'id,user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count';

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

  subscribe,
};
