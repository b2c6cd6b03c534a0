import type { Content } from '../../../core/connector.ts';
import type { Listed } from '../../../core/effect.ts';
import type { Session } from '../../../core/session.ts';
import { listCut } from '../../shared/collected.ts';
import { callYoutube } from '../client.ts';
import { toListed } from '../map.ts';
import { UploadPage } from '../wire.ts';

const PAGE_SIZE = 50;
const PAGES_MAX = 10;

/**
 * The newest uploads of the channel since a time, with private ones and those in processing. They come from the
 * playlist of all uploads, which costs a hundredth of a search.
 * https://developers.google.com/youtube/v3/docs/playlistItems/list
 */
export async function listOwn(session: Session, _content: Content, since: Date): Promise<Listed[]> {
  // YouTube's times have whole seconds only.
  const sinceMs = Math.floor(since.getTime() / 1000) * 1000;
  const found: Listed[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { part: 'snippet,contentDetails', playlistId: uploadsOf(session), maxResults: PAGE_SIZE, pageToken };
    const request = { method: 'GET', path: '/youtube/v3/playlistItems', query } as const;
    const { value } = await callYoutube(session, 'read', request, UploadPage);
    const recent = value.items.map(toListed).filter(({ createdAt }) => createdAt.getTime() >= sinceMs);
    found.push(...recent);
    pageToken = value.nextPageToken;
    if (!pageToken || recent.length === 0) return found;
  }
  throw listCut();
}

/** The playlist of all uploads. The profile stores its id, which is that of the channel with another prefix. */
export function uploadsOf({ account }: Session): string {
  const known = account.metadata.uploads_playlist_id;
  return typeof known === 'string' && known !== '' ? known : account.platformId.replace(/^UC/, 'UU');
}
