import type { Metrics, PublishedItem } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { insights } from '../meta/insights.ts';
import { present } from '../meta/wire.ts';
import { call } from './client.ts';
import { COUNT_FIELDS, countedMedia } from './wire.ts';

/**
 * The counters of a post, and from its insights what only those tell. Insights are best effort: they need a permission
 * of their own, an audience, and up to two days.
 * https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights
 */
export async function metrics(session: Session, { platformId }: PublishedItem): Promise<Metrics> {
  const query = { fields: COUNT_FIELDS };
  const media = await call(session, { method: 'GET', path: [platformId], query, answer: countedMedia });
  const names = media.media_product_type === 'STORY' ? 'shares,views,reach' : 'likes,saved,shares,views,reach';
  const values = await insightsOf(session, platformId, names);
  const extra = present({ views: values.get('views'), reach: values.get('reach') });
  return {
    // Instagram leaves the number out where the owner hides it from others; the insights have it still.
    likes: media.like_count ?? values.get('likes') ?? 0,
    comments: media.comments_count,
    shares: values.get('shares') ?? 0,
    saves: values.get('saved') ?? 0,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

async function insightsOf(session: Session, id: string, metric: string): Promise<ReadonlyMap<string, number>> {
  try {
    const request = { method: 'GET', path: [id, 'insights'], query: { metric }, answer: insights } as const;
    return await call(session, request);
  } catch (error) {
    if (error instanceof PlatformError) return new Map();
    throw error;
  }
}
