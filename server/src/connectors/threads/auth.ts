import type { Auth, Profile } from '../../core/connector.ts';
import { extendToken, REFRESH_AHEAD_SECONDS } from '../shared/meta/token.ts';
import { API, call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { PROFILE_FIELDS, profile } from './wire.ts';

/**
 * A user token of 60 days that can be extended after one day. The app's dashboard switches callbacks on for the whole
 * app, so there is nothing to subscribe per account.
 * https://developers.facebook.com/docs/threads/get-started/long-lived-tokens
 */
export const auth: Auth = {
  hosts: HOSTS,

  refresh: (session) => extendToken(session, API, 'th_refresh_token'),
  refreshAheadSeconds: REFRESH_AHEAD_SECONDS,

  async profile(session): Promise<Profile> {
    const query = { fields: PROFILE_FIELDS };
    return toProfile(await call(session, { method: 'GET', path: ['me'], query, response: profile }));
  },
};
