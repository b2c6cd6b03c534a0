import type { Auth, Profile } from '../../core/connector.ts';
import { subscribeTo } from '../shared/meta/subscribe.ts';
import { API, call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { PROFILE_FIELDS, profile } from './wire.ts';

const FEED_FIELDS = 'feed,mention';
const MESSAGE_FIELDS =
  'messages,message_echoes,message_deliveries,message_reads,message_reactions,message_edits,messaging_postbacks,messaging_referrals';
const FIELDS = `${FEED_FIELDS},${MESSAGE_FIELDS}`;

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

  subscription: FIELDS,
  subscribe: (session) => subscribeTo(session, API, session.account.platformId, [FIELDS, FEED_FIELDS]),
};
