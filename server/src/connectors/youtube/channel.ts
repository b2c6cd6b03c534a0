import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callYoutube } from './client.ts';
import { type Channel, ChannelList } from './wire.ts';

/** The channel of the login. https://developers.google.com/youtube/v3/docs/channels/list */
export async function readChannel(session: Session): Promise<Channel> {
  const query = { part: 'snippet,contentDetails,statistics', mine: true };
  const request = { method: 'GET', path: '/youtube/v3/channels', query } as const;
  const { value } = await callYoutube(session, 'read', request, ChannelList);
  const [channel] = value.items;
  if (channel !== undefined) return channel;
  throw new PlatformError('forbidden', 'This Google account has no YouTube channel.', {
    platformCode: 'no_channels',
    remedy: 'Create a YouTube channel for this Google account, then connect it again.',
  });
}
