import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import type { Transcript } from '../../core/analysis/media-analysis.ts';
import type { Part } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { captionsToText } from './captions-to-text.ts';
import { callYoutube, signed, toRejection, videoId } from './client.ts';
import { addressOf } from './map.ts';
import { uploadsOf } from './videos/own-videos.ts';
import { type ArchivedVideo, ArchivedVideos, CaptionTracks, UploadIds } from './wire.ts';

const PAGE_SIZE = 50;

export const archive: Archive = { holds: 'videos', list, captions };

/** A page of all uploads with their numbers: two units of the day's quota for 50 videos. */
async function list(session: Session, pageToken?: string): Promise<Part<ArchivedItem>> {
  const query = { part: 'contentDetails', playlistId: uploadsOf(session), maxResults: PAGE_SIZE, pageToken };
  const request = { method: 'GET', path: '/youtube/v3/playlistItems', query } as const;
  const { value } = await callYoutube(session, 'read', request, UploadIds);
  const ids = value.items.map((item) => item.value.contentDetails.videoId);
  const videos = await videosOf(session, ids);
  const items = ids.flatMap((id) => videos.get(id) ?? []).map(toItem);
  return compact({ items, cursor: value.nextPageToken || undefined });
}

async function videosOf(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, ArchivedVideo>> {
  if (ids.length === 0) return new Map();
  const query = { part: 'snippet,contentDetails,statistics', id: ids.join(','), maxResults: PAGE_SIZE };
  const request = { method: 'GET', path: '/youtube/v3/videos', query } as const;
  const { value } = await callYoutube(session, 'read', request, ArchivedVideos);
  return new Map(value.items.map((item) => [item.value.id, item.value]));
}

function toItem({ id, snippet, contentDetails, statistics }: ArchivedVideo): ArchivedItem {
  const { thumbnails } = snippet;
  const { viewCount: views, likeCount: likes, commentCount: comments } = statistics ?? {};
  return compact({
    platformId: id,
    title: snippet.title || undefined,
    text: snippet.description,
    url: addressOf(id),
    coverUrl: (thumbnails?.high ?? thumbnails?.medium ?? thumbnails?.default)?.url || undefined,
    createdAt: snippet.publishedAt,
    durationSeconds: contentDetails?.duration,
    metrics: compact({ views, likes, comments }),
  });
}

/**
 * The best track of captions: one that people wrote before one that was recognised, in the video's own language. A list
 * costs 50 units of the day's quota, a download 200. https://developers.google.com/youtube/v3/docs/captions
 */
async function captions(session: Session, id: string): Promise<Transcript | undefined> {
  const query = { part: 'snippet', videoId: videoId(id) };
  const request = { method: 'GET', path: '/youtube/v3/captions', query } as const;
  const { value } = await callYoutube(session, 'read', request, CaptionTracks);
  const tracks = value.items
    .map((item) => item.value)
    .filter(({ snippet }) => snippet.status !== 'failed' && !snippet.isDraft);
  const track = tracks.find(({ snippet }) => snippet.trackKind !== 'asr') ?? tracks[0];
  if (track === undefined) return undefined;
  const text = captionsToText(await download(session, track.id));
  return text === '' ? undefined : compact({ text, language: track.snippet.language || undefined });
}

async function download(session: Session, trackId: string): Promise<string> {
  const path = `/youtube/v3/captions/${encodeURIComponent(trackId)}`;
  const response = await session.http.send(signed(session, { method: 'GET', path, query: { tfmt: 'srt' } }));
  if (response.status >= 200 && response.status < 300) return response.text;
  throw toRejection(response, session.now()) ?? unreadable(response.status);
}

function unreadable(status: number): PlatformError {
  return new PlatformError('unavailable', `YouTube responded with status ${status}.`, { status });
}
