import type { Metrics, PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { insights } from '../shared/meta/insights.ts';
import { call } from './client.ts';
import { anyMedia } from './wire.ts';

const NAMES = 'views,likes,replies,reposts,quotes,shares';

/**
 * Threads has counters in insights only. Reposts, quotes and shares all count as shares.
 * https://developers.facebook.com/docs/threads/insights
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  // Without this read, a missing post would look like a post without readable insights.
  await call(session, { method: 'GET', path: [platformId], query: { fields: 'id' }, response: anyMedia });
  const values = await insightsOf(session, platformId);
  const count = (name: string) => values.get(name) ?? 0;
  const views = values.get('views');
  return compact({
    likes: count('likes'),
    comments: count('replies'),
    shares: count('reposts') + count('quotes') + count('shares'),
    saves: 0,
    extra: views === undefined ? undefined : { views },
  });
}

/** Accounts without `threads_manage_insights` have no counters; that is not an error. */
async function insightsOf(session: Session, id: string): Promise<ReadonlyMap<string, number>> {
  try {
    const query = { metric: NAMES };
    return await call(session, { method: 'GET', path: [id, 'insights'], query, response: insights });
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'forbidden') return new Map();
    throw error;
  }
}
