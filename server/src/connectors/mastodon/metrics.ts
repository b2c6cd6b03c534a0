import type { AccountMetrics, Metrics } from '../../core/analytics/metrics.ts';
import type { PublishedItem } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon, statusPath } from './client.ts';
import { CountedAccount, CountedStatus } from './wire.ts';

/** Counters of a status. Instances do not count views, and bookmarks are private. */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const request = { method: 'GET', path: statusPath(platformId) } as const;
  const { value } = await callMastodon(session, 'read', request, CountedStatus);
  return compact({ likes: value.favourites_count, comments: value.replies_count, shares: value.reblogs_count });
}

export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const request = { method: 'GET', path: '/api/v1/accounts/verify_credentials' } as const;
  const { value } = await callMastodon(session, 'read', request, CountedAccount);
  return compact({
    followers: value.followers_count,
    following: value.following_count,
    posts: value.statuses_count,
  });
}
