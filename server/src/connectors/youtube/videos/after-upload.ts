import type { Content } from '../../../core/connector.ts';
import type { Media, Session } from '../../../core/session.ts';
import { bestEffort } from '../../shared/best-effort.ts';
import { withFile } from '../../shared/media-file.ts';
import { rejected } from '../../shared/rejected.ts';
import { callYoutube } from '../client.ts';
import { optionsOf } from '../options.ts';
import { PlaylistItem, ThumbnailSet } from '../wire.ts';

const THUMBNAIL_BYTES_MAX = 2 * 1024 * 1024;
const THUMBNAIL_TYPES = ['image/jpeg', 'image/png'];

/** Checks the thumbnail before anything is uploaded. */
export async function assertThumbnail(session: Session, content: Content): Promise<void> {
  const thumbnail = thumbnailOf(content);
  if (thumbnail === undefined) return;
  const { size, contentType } = await withFile(session, thumbnail, async (file) => file);
  const field = 'platform_data.thumbnail_url';
  if (!THUMBNAIL_TYPES.includes(contentType)) throw rejected(field, 'A thumbnail on YouTube is a JPEG or a PNG.');
  if (size > THUMBNAIL_BYTES_MAX) throw rejected(field, 'A thumbnail on YouTube has at most 2 MB.');
}

/** Adds the thumbnail and the playlist to the published video. Errors and timeouts here do not undo the publication. */
export async function queueFollowUps(session: Session, content: Content, videoId: string): Promise<void> {
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
