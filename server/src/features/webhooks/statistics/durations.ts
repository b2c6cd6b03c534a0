/**
 * A histogram of durations: `PLACES` counts, each for durations up to a fifth longer than those of the one before. A
 * percentile is the middle of its place, so it is at most 10 % off.
 */
const GROWTH = 1.2;
const PLACES = 64;

/** Neither percentile is off by more, for durations from 1 ms to 98 s. */
export const ERROR_PERCENT = 10;

/** The place of a duration in milliseconds, from 1 to 64. */
export function placeOf(durationMs: number): number {
  const place = 1 + Math.floor(Math.log(Math.max(1, durationMs)) / Math.log(GROWTH));
  return Math.min(place, PLACES);
}

/** The duration below which this share of the counted ones lies, in milliseconds; undefined when none was counted. */
export function percentileOf(counts: readonly number[], share: number): number | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return undefined;
  const rank = Math.ceil(all * share);
  let sum = 0;
  const index = counts.findIndex((count) => {
    sum += count;
    return sum >= rank;
  });
  return Math.round(GROWTH ** (index + 0.5));
}

/** Histograms added up. */
export function sumOf(histograms: readonly (readonly number[])[]): number[] {
  return Array.from({ length: PLACES }, (_, place) =>
    histograms.reduce((sum, counts) => sum + (counts[place] ?? 0), 0),
  );
}
