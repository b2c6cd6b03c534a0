import type { Metrics, PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { insights } from '../meta/insights.ts';
import { call } from './client.ts';
import { anyMedia } from './wire.ts';

const NAMES = 'views,likes,replies,reposts,quotes,shares';

/**
 * Threads tells counters in insights only. Reposts, quotes and shares all pass a post on.
 * https://developers.facebook.com/docs/threads/insights
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  // Without it a post that is gone could not be told from one whose insights may not be read.
  await call(session, { method: 'GET', path: [platformId], query: { fields: 'id' }, answer: anyMedia });
  const values = await insightsOf(session, platformId);
  const count = (name: string) => values.get(name) ?? 0;
  const views = values.get('views');
  return {
    likes: count('likes'),
    comments: count('replies'),
    shares: count('reposts') + count('quotes') + count('shares'),
    saves: 0,
    ...(views === undefined ? {} : { extra: { views } }),
  };
}

/** Accounts that were connected without `threads_manage_insights` have no counters; that is no failure. */
async function insightsOf(session: Session, id: string): Promise<ReadonlyMap<string, number>> {
  try {
    const query = { metric: NAMES };
    return await call(session, { method: 'GET', path: [id, 'insights'], query, answer: insights });
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'forbidden') return new Map();
    throw error;
  }
}
