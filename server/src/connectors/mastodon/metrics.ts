import type { Metrics, PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { callMastodon, statusPath } from './client.ts';
import { CountedStatus } from './wire.ts';

/** Counters of a status. Instances do not count views, and bookmarks are private. */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const request = { method: 'GET', path: statusPath(platformId) } as const;
  const { value } = await callMastodon(session, 'read', request, CountedStatus);
  return { likes: value.favourites_count, comments: value.replies_count, shares: value.reblogs_count, saves: 0 };
}
