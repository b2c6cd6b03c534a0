import type { Auth } from '../../core/connector.ts';
import { withPerson } from '../shared/google/login.ts';
import { refreshGoogleToken } from '../shared/google/token.ts';
import { readChannel } from './channel.ts';
import { toProfile } from './map.ts';

/** Google's login, where the person picks one channel. */
export const auth: Auth = {
  hosts: {
    www: 'https://accounts.google.com',
    oauth: 'https://oauth2.googleapis.com',
    api: 'https://youtube.googleapis.com',
  },
  refresh: refreshGoogleToken,
  profile: async (session) => withPerson(session, toProfile(await readChannel(session))),
};
