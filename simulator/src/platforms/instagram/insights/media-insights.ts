import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { seenSince } from '../../../core/world/audience.ts';
import { invalidParameter, missingParameter } from '../../meta/errors.ts';
import { listInput } from '../../meta/input.ts';
import type { Instagram, MediaRow } from '../store.ts';
import { everyMediaMetric, mediaMetrics, titleOf } from './insight-metrics.ts';

/** The `metric` parameter; every name must be in the list. */
export function requestedMetrics(call: Call, known: readonly string[]): string[] {
  const metrics = (listInput(call, 'metric') ?? []).map(String).filter(Boolean);
  if (metrics.length === 0) throw missingParameter('metric');
  const wrong = metrics.findIndex((metric) => !known.includes(metric));
  if (wrong !== -1) throw invalidParameter(`metric[${wrong}] must be one of the following values: ${known.join(', ')}`);
  return metrics;
}

export function mediaInsights(instagram: Instagram, call: Call, media: MediaRow): PlatformResponse {
  const metrics = requestedMetrics(call, everyMediaMetric);
  const foreign = metrics.filter((metric) => !mediaMetrics[media.product].includes(metric));
  if (foreign.length > 0)
    throw invalidParameter(`Incompatible metrics (${foreign.join(', ')}) with type of ${media.product} media`);
  // The items of a carousel have no insights of their own.
  if (media.parent !== null) return json({ data: [] });
  const values = mediaValues(instagram, media);
  const breakdown = call.input('breakdown');
  return json({
    data: metrics.map((name) => {
      const value = values[name] ?? 0;
      const hasBreakdown = name === 'profile_activity' || name === 'navigation';
      return {
        name,
        period: 'lifetime',
        values: [{ value }],
        title: titleOf(name),
        description: `${titleOf(name)} of this media.`,
        ...(hasBreakdown &&
          breakdown !== undefined && {
            total_value: { value, breakdowns: [{ dimension_keys: [breakdown], results: [] }] },
          }),
        id: `${media.id}/insights/${name}/lifetime`,
      };
    }),
  });
}

/** Numbers that hold together: what is really there, and an audience that depends on the id and on time. */
export function mediaValues(
  { world, store }: Instagram,
  media: MediaRow,
  at = world.clock.now(),
): Record<string, number> {
  const comments = store.comments.where('media_id', media.id);
  const visitors = new Set(comments.filter(({ from_id }) => from_id !== media.account).map(({ from_id }) => from_id));
  const size = 20 + (Number(media.id.slice(-3)) % 80);
  const reach = size + visitors.size + seenSince(size, media.created_at, at);
  const likes = media.liked_by?.length ?? 0;
  const shares = media.shared_by?.length ?? 0;
  const seconds = media.media_type === 'VIDEO' ? 4 : 0;
  return {
    views: reach * 2 + comments.length,
    reach,
    likes,
    comments: comments.length,
    shares,
    total_interactions: likes + comments.length + shares,
    ig_reels_avg_watch_time: seconds * 1000,
    ig_reels_video_view_total_time: reach * seconds * 1000,
  };
}
