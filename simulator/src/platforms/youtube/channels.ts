import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { joinedSince } from '../../core/world/audience.ts';
import { me, partsOf, pick } from './access.ts';
import { listResponse } from './paging.ts';
import { type ChannelRow, type Youtube, youtubeTime } from './store.ts';
import { videosOf } from './video-rows.ts';

const parts = ['id', 'snippet', 'contentDetails', 'statistics', 'status', 'brandingSettings'];

/** `GET /channels?mine=true` or `?id=`. */
export function listChannels(youtube: Youtube, call: Call): PlatformResponse {
  const own = me(youtube, call, 'read');
  const asked = partsOf(call, parts);
  const ids = call.inputs('id').flatMap((list) => list.split(','));
  const found = call.input('mine') === 'true' ? [own] : ids.flatMap((id) => youtube.store.channels.get(id) ?? []);
  return listResponse(call, found, {
    kind: 'youtube#channelListResponse',
    most: 50,
    usual: 5,
    countsAll: true,
    show: (channel) => pick(channelView(youtube, channel), asked),
  });
}

function channelView(youtube: Youtube, channel: ChannelRow) {
  const { id, title, handle, uploads } = channel;
  const account = youtube.world.accounts.get(id);
  const picture = account?.picture_url;
  const description = '';
  const joined = account ? joinedSince(id, account.created_at, youtube.world.clock.now()) : 0;
  return {
    kind: 'youtube#channel',
    etag: 'simulated',
    id,
    snippet: {
      title,
      description,
      customUrl: `@${handle}`,
      publishedAt: youtubeTime(account?.created_at ?? 0),
      thumbnails: {
        default: { url: picture, width: 88, height: 88 },
        medium: { url: picture, width: 240, height: 240 },
        high: { url: picture, width: 800, height: 800 },
      },
      localized: { title, description },
      country: 'US',
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads } },
    statistics: {
      viewCount: '12345',
      subscriberCount: String(678 + joined),
      hiddenSubscriberCount: false,
      videoCount: String(videosOf(youtube, id).length),
    },
    status: { privacyStatus: 'public', isLinked: true, longUploadsStatus: 'allowed' },
  };
}

/** `GET /playlists?mine=true`. */
export function listPlaylists(youtube: Youtube, call: Call): PlatformResponse {
  const own = me(youtube, call, 'read');
  partsOf(call, ['id', 'snippet', 'contentDetails', 'status']);
  const item = {
    kind: 'youtube#playlist',
    etag: 'simulated',
    id: own.playlist,
    snippet: { title: 'Favourites', description: '', channelId: own.id, channelTitle: own.title },
    contentDetails: { itemCount: youtube.store.items.where('playlist', own.playlist).length },
  };
  const pageInfo = { totalResults: 1, resultsPerPage: 5 };
  return json({ kind: 'youtube#playlistListResponse', etag: 'simulated', pageInfo, items: [item] });
}
