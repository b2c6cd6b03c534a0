import type { Auth, Profile } from '../../core/connector.ts';
import { success } from '../meta/wire.ts';
import { call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { PROFILE_FIELDS, profile } from './wire.ts';

const SUBSCRIBED_FIELDS = 'feed,mention';

/**
 * The token of the Page. It does not expire and cannot be refreshed; what ends it (password, role, removal of the app)
 * asks for a new login. https://developers.facebook.com/docs/pages-api/getting-started
 */
export const auth: Auth = {
  hosts: HOSTS,

  async profile(session): Promise<Profile> {
    // With a Page token `me` is the Page.
    const query = { fields: PROFILE_FIELDS };
    return toProfile(await call(session, { method: 'GET', path: ['me'], query, answer: profile }));
  },

  async subscribe(session): Promise<void> {
    const path = [session.account.platformId, 'subscribed_apps'];
    const query = { subscribed_fields: SUBSCRIBED_FIELDS };
    await call(session, { method: 'POST', path, query, answer: success });
  },
};
