import type { Auth, Profile } from '../../core/connector.ts';
import { success } from '../shared/meta/wire.ts';
import { call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { PROFILE_FIELDS, profile } from './wire.ts';

const SUBSCRIBED_FIELDS = 'feed,mention';

/**
 * The token of the Page. It does not expire and cannot be refreshed. A changed password, a lost role or the removal of
 * the app ends it and requires a new login. https://developers.facebook.com/docs/pages-api/getting-started
 */
export const auth: Auth = {
  hosts: HOSTS,

  async profile(session): Promise<Profile> {
    // With a Page token `me` is the Page.
    const query = { fields: PROFILE_FIELDS };
    return toProfile(await call(session, { method: 'GET', path: ['me'], query, response: profile }));
  },

  async subscribe(session): Promise<void> {
    const path = [session.account.platformId, 'subscribed_apps'];
    const query = { subscribed_fields: SUBSCRIBED_FIELDS };
    await call(session, { method: 'POST', path, query, response: success });
  },
};
