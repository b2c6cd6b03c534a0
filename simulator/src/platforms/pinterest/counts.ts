import type { PinRow, Pinterest } from './store.ts';

/** https://developers.pinterest.com/docs/api/v5/pins-analytics */
export const countedMetrics = [
  'IMPRESSION',
  'SAVE',
  'PIN_CLICK',
  'OUTBOUND_CLICK',
  'TOTAL_COMMENTS',
  'TOTAL_REACTIONS',
  'SAVE_RATE',
  'PIN_CLICK_RATE',
  'OUTBOUND_CLICK_RATE',
  'ENGAGEMENT',
  'VIDEO_MRC_VIEW',
  'VIDEO_AVG_WATCH_TIME',
  'QUARTILE_95_PERCENT_VIEW',
  'VIDEO_10S_VIEW',
  'VIDEO_V50_WATCH_TIME',
  'VIDEO_START',
] as const;

export type Metric = (typeof countedMetrics)[number];
export type Counts = Readonly<Record<Metric, number>>;

/**
 * Counts visitors' actions on pins between two times. Every action implies that the pin was seen and opened, and where it
 * has a link followed that; a video was watched to its end.
 */
export function countActs({ store }: Pinterest, pins: readonly PinRow[], from: number, to: number): Counts {
  const counts = Object.fromEntries(countedMetrics.map((metric) => [metric, 0])) as Record<Metric, number>;
  for (const { id, link, media } of pins)
    for (const { kind, at } of store.acts.where('pin', id)) {
      if (at < from || at > to) continue;
      counts.IMPRESSION += 1;
      counts.PIN_CLICK += 1;
      counts.ENGAGEMENT += 1;
      if (link) counts.OUTBOUND_CLICK += 1;
      if (kind === 'save') counts.SAVE += 1;
      if (kind === 'comment') counts.TOTAL_COMMENTS += 1;
      if (kind === 'reaction') counts.TOTAL_REACTIONS += 1;
      if (media.kind !== 'video') continue;
      const watchedMs = Math.round((media.duration_seconds ?? 0) * 1000);
      for (const metric of ['VIDEO_MRC_VIEW', 'QUARTILE_95_PERCENT_VIEW', 'VIDEO_START'] as const) counts[metric] += 1;
      if (watchedMs >= 10_000) counts.VIDEO_10S_VIEW += 1;
      counts.VIDEO_V50_WATCH_TIME += watchedMs;
      counts.VIDEO_AVG_WATCH_TIME = watchedMs;
    }
  if (counts.IMPRESSION === 0) return counts;
  counts.SAVE_RATE = counts.SAVE / counts.IMPRESSION;
  counts.PIN_CLICK_RATE = counts.PIN_CLICK / counts.IMPRESSION;
  counts.OUTBOUND_CLICK_RATE = counts.OUTBOUND_CLICK / counts.IMPRESSION;
  return counts;
}
