import type { Metrics, PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { insights } from '../shared/meta/insights.ts';
import { call } from './client.ts';
import { COUNT_FIELDS, countedMedia } from './wire.ts';

/**
 * The counters of a post, with further counters from its insights. Insights are best effort: they need a permission and
 * an audience, and may take two days.
 * https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const query = { fields: COUNT_FIELDS };
  const media = await call(session, { method: 'GET', path: [platformId], query, response: countedMedia });
  const names = media.media_product_type === 'STORY' ? 'shares,views,reach' : 'likes,saved,shares,views,reach';
  const values = await insightsOf(session, platformId, names);
  const extra = compact({ views: values.get('views'), reach: values.get('reach') });
  return {
    // Instagram omits the number where the owner hides it from others; the insights still have it.
    likes: media.like_count ?? values.get('likes') ?? 0,
    comments: media.comments_count,
    shares: values.get('shares') ?? 0,
    saves: values.get('saved') ?? 0,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

async function insightsOf(session: Session, id: string, metric: string): Promise<ReadonlyMap<string, number>> {
  try {
    const request = { method: 'GET', path: [id, 'insights'], query: { metric }, response: insights } as const;
    return await call(session, request);
  } catch (error) {
    if (error instanceof PlatformError) return new Map();
    throw error;
  }
}
