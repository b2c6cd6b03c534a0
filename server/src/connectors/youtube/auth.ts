import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { refreshGoogleToken } from '../google/token.ts';
import { callYoutube } from './client.ts';
import { toProfile } from './map.ts';
import { ChannelList } from './wire.ts';

/** Google's login, at which one channel is picked. */
export const auth: Auth = {
  hosts: {
    www: 'https://accounts.google.com',
    oauth: 'https://oauth2.googleapis.com',
    api: 'https://youtube.googleapis.com',
  },
  refresh: refreshGoogleToken,
  profile,
};

/** https://developers.google.com/youtube/v3/docs/channels/list */
async function profile(session: Session): Promise<Profile> {
  const query = { part: 'snippet,contentDetails,statistics', mine: true };
  const request = { method: 'GET', path: '/youtube/v3/channels', query } as const;
  const { value } = await callYoutube(session, 'read', request, ChannelList);
  const [channel] = value.items;
  if (channel !== undefined) return toProfile(channel);
  throw new PlatformError('forbidden', 'This Google account has no YouTube channel.', {
    platformCode: 'no_channels',
    remedy: 'Create a YouTube channel for this Google account, then connect it again.',
  });
}
