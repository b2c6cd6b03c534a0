import { NOT_SUMMED } from '../../../core/analytics/metrics.ts';

/** How values of a metric combine: counts add up, of levels the last one counts, rates are averaged, people do not add up. */
export type MetricNature = 'count' | 'level' | 'rate' | 'people';

const RATE = /(^|_)(rate|ratio|average|avg|percent|percentage)(_|$)/;
const LEVEL = /(^|_)(followers?|subscribers?|fans|members|following)(_count|_total)?$/;

/** The metrics that people look at first, the most telling first. */
const FIRST = [
  'views',
  'impressions',
  'reach',
  'plays',
  'followers',
  'subscribers',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
];

export function natureOf(name: string): MetricNature {
  if (NOT_SUMMED.includes(name)) return 'people';
  if (RATE.test(name)) return 'rate';
  return LEVEL.test(name) ? 'level' : 'count';
}

/** `Watch time seconds` for `watch_time_seconds`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The usual metrics first, the others by name. */
export function inOrder(names: Iterable<string>): readonly string[] {
  const rank = (name: string) => {
    const at = FIRST.indexOf(name.replace(/_count$/, 's'));
    return at < 0 ? FIRST.length : at;
  };
  return [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
