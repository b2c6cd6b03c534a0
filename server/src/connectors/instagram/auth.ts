import type { Auth, Profile } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { extendToken, REFRESH_AHEAD_SECONDS } from '../shared/meta/token.ts';
import { subscribe, subscription } from './callbacks.ts';
import { API, call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { profile, type WireProfile } from './wire.ts';

const PROFILE_FIELDS =
  'id,user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count';

/**
 * Instagram Login: a user token of 60 days that can be extended after one day. There is no refresh token.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export const auth: Auth = {
  hosts: HOSTS,

  refresh: (session) => extendToken(session, API, 'ig_refresh_token'),
  refreshAheadSeconds: REFRESH_AHEAD_SECONDS,

  profile: async (session): Promise<Profile> => toProfile(await readProfile(session)),

  subscription,
  subscribe,
};

export function readProfile(session: Session): Promise<WireProfile> {
  return call(session, { method: 'GET', path: ['me'], query: { fields: PROFILE_FIELDS }, response: profile });
}
