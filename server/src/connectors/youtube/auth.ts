import type { Auth } from '../../core/connector.ts';
import { personOf } from '../shared/google/login.ts';
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
  async profile(session) {
    const found = toProfile(await readChannel(session));
    return { ...found, metadata: { ...found.metadata, ...(await personOf(session)) } };
  },
};
