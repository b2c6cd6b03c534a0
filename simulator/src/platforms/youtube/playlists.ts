import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { me, partsOf, pick } from './access.ts';
import { forbidden, missing, YoutubeError } from './errors.ts';
import { listResponse } from './paging.ts';
import { type PlaylistItemRow, type VideoRow, type Youtube, youtubeTime } from './store.ts';
import { fieldsOf } from './video-input.ts';
import { isSeenBy, seenVideo } from './video-rows.ts';
import { thumbnailsOf } from './video-view.ts';
import { listedVideos } from './videos.ts';

const itemParts = ['id', 'snippet', 'contentDetails', 'status'];

interface Entry {
  readonly id: string;
  readonly playlist: string;
  readonly video: VideoRow;
  readonly added_at: number;
}

/** `GET /playlistItems?playlistId=`: of all uploads, newest first, or of a playlist in its order. */
export function listItems(youtube: Youtube, call: Call): PlatformResponse {
  const { id: viewer } = me(youtube, call, 'read');
  const parts = partsOf(call, itemParts);
  const playlist = call.input('playlistId');
  if (playlist === undefined) throw missing('playlistId');
  const entries = entriesOf(youtube, playlist).filter(({ video }) => isSeenBy(youtube, video, viewer));
  return listResponse(call, entries, {
    kind: 'youtube#playlistItemListResponse',
    most: 50,
    usual: 5,
    countsAll: true,
    show: (entry) => pick(itemView(youtube, entry, entries.indexOf(entry)), parts),
  });
}

function entriesOf(youtube: Youtube, playlist: string): Entry[] {
  const { store } = youtube;
  const [uploader] = store.channels.where('uploads', playlist);
  if (uploader)
    return listedVideos(youtube, uploader.id).map((video) => {
      return { id: `VVV${video.id}`, playlist, video, added_at: video.created_at };
    });
  if (store.channels.where('playlist', playlist).length === 0) throw playlistNotFound();
  return store.items.where('playlist', playlist).flatMap((item) => {
    const video = store.videos.get(item.video);
    return video ? [{ ...item, video }] : [];
  });
}

/** `POST /playlistItems`: puts a video at the end of an own playlist. */
export function addItem(youtube: Youtube, call: Call): PlatformResponse {
  const { world, store } = youtube;
  const { id: channel } = me(youtube, call, 'manage');
  const parts = partsOf(call, itemParts);
  const snippet = fieldsOf(call.body.snippet);
  const [owner] = store.channels.where('playlist', String(snippet.playlistId ?? ''));
  if (!owner) throw playlistNotFound();
  if (owner.id !== channel) throw forbidden();
  const video = seenVideo(youtube, String(fieldsOf(snippet.resourceId).videoId ?? ''), channel);
  const row: PlaylistItemRow = {
    id: world.ids.text('UEx', 45),
    playlist: owner.playlist,
    video: video.id,
    added_at: world.clock.now(),
  };
  const position = store.items.where('playlist', owner.playlist).length;
  call.effect(() => {
    store.items.put(row.id, row);
    call.record({ kind: 'playlist_item', platform_id: row.id, in_reply_to: video.id });
  });
  return json(pick(itemView(youtube, { ...row, video }, position), parts));
}

function itemView({ store }: Youtube, { id, playlist, video, added_at }: Entry, position: number) {
  const { title, description } = video.snippet;
  return {
    kind: 'youtube#playlistItem',
    etag: 'simulated',
    id,
    snippet: {
      publishedAt: youtubeTime(added_at),
      channelId: video.channel,
      title,
      description,
      thumbnails: thumbnailsOf(video),
      channelTitle: store.channels.get(video.channel)?.title,
      playlistId: playlist,
      position,
      resourceId: { kind: 'youtube#video', videoId: video.id },
    },
    contentDetails: { videoId: video.id, videoPublishedAt: youtubeTime(video.created_at) },
    status: { privacyStatus: video.status.privacy },
  };
}

function playlistNotFound(): YoutubeError {
  const message = "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.";
  return new YoutubeError(404, 'playlistNotFound', message, { domain: 'youtube.playlistItem', location: 'playlistId' });
}
