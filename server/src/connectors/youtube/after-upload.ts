import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, Session } from '../../core/session.ts';
import { bestEffort } from '../best-effort.ts';
import { withFile } from '../media-file.ts';
import { callYoutube } from './client.ts';
import { optionsOf } from './options.ts';
import { PlaylistItem, ThumbnailSet } from './wire.ts';

const THUMBNAIL_BYTES_MAX = 2 * 1024 * 1024;
const THUMBNAIL_TYPES = ['image/jpeg', 'image/png'];

/** Looks at the thumbnail before anything is uploaded. */
export async function assertThumbnail(session: Session, content: Content): Promise<void> {
  const thumbnail = thumbnailOf(content);
  if (thumbnail === undefined) return;
  const { size, contentType } = await withFile(session, thumbnail, async (file) => file);
  const field = 'platform_data.thumbnail_url';
  if (!THUMBNAIL_TYPES.includes(contentType))
    throw new PlatformError('rejected', 'A thumbnail on YouTube is a JPEG or a PNG.', { field });
  if (size > THUMBNAIL_BYTES_MAX)
    throw new PlatformError('rejected', 'A thumbnail on YouTube has at most 2 MB.', { field });
}

/** What may be added once the video is there. Neither a refusal nor silence here undoes the publication. */
export async function addExtras(session: Session, content: Content, videoId: string): Promise<void> {
  const { playlist_id } = optionsOf(content);
  const thumbnail = thumbnailOf(content);
  if (thumbnail !== undefined) await bestEffort(setThumbnail(session, videoId, thumbnail));
  if (playlist_id !== undefined) await bestEffort(addToPlaylist(session, videoId, playlist_id));
}

/** https://developers.google.com/youtube/v3/docs/thumbnails/set */
async function setThumbnail(session: Session, videoId: string, thumbnail: Media): Promise<void> {
  const { bytes, contentType: type } = await session.media(thumbnail);
  const path = '/upload/youtube/v3/thumbnails/set';
  const request = { method: 'POST', path, query: { videoId }, body: { bytes, type } } as const;
  await callYoutube(session, 'read', request, ThumbnailSet);
}

/** https://developers.google.com/youtube/v3/docs/playlistItems/insert */
async function addToPlaylist(session: Session, videoId: string, playlistId: string): Promise<void> {
  const json = { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } };
  const path = '/youtube/v3/playlistItems';
  const request = { method: 'POST', path, query: { part: 'snippet' }, body: { json } } as const;
  await callYoutube(session, 'read', request, PlaylistItem);
}

function thumbnailOf(content: Content): Media | undefined {
  const { thumbnail_url: url } = optionsOf(content);
  return url === undefined ? undefined : { type: 'image', url };
}
