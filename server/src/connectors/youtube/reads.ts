import type { OwnPost, Reads } from '../../core/account-abilities.ts';
import type { Session } from '../../core/session.ts';
import { readChannel } from './channel.ts';
import { callYoutube } from './client.ts';
import { toOwnPost, toSummary } from './map.ts';
import { uploadsOf } from './videos/own-videos.ts';
import { ShownUploads, StatisticsList } from './wire.ts';

export const reads: Reads = {
  summary: async (session) => toSummary(await readChannel(session)),
  newestPosts,
};

/** The newest uploads with their likes: two units of the day's quota. */
async function newestPosts(session: Session, limit: number): Promise<OwnPost[]> {
  const query = { part: 'snippet,contentDetails', playlistId: uploadsOf(session), maxResults: limit };
  const request = { method: 'GET', path: '/youtube/v3/playlistItems', query } as const;
  const { value } = await callYoutube(session, 'read', request, ShownUploads);
  const uploads = value.items.map((item) => item.value);
  const likes = await likesOf(
    session,
    uploads.map(({ contentDetails }) => contentDetails.videoId),
  );
  return uploads.map((upload) => toOwnPost(upload, likes.get(upload.contentDetails.videoId)));
}

async function likesOf(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, number | undefined>> {
  if (ids.length === 0) return new Map();
  const query = { part: 'statistics', id: ids.join(',') };
  const request = { method: 'GET', path: '/youtube/v3/videos', query } as const;
  const { value } = await callYoutube(session, 'read', request, StatisticsList);
  return new Map(value.items.map(({ id, statistics }) => [id, statistics.likeCount]));
}
