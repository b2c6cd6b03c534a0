import { z } from 'zod';
import { NOT_SUMMED } from '../../../core/analytics/metrics.ts';
import { compact } from '../../../lib/compact.ts';

/** Numbers that add up over days and accounts. */
const SUMMED = ['impressions', 'views', 'likes', 'comments', 'shares', 'saves', 'clicks', 'follower_change'] as const;
/** A level: over time the newest counts, over accounts they add up. */
const LEVEL = 'followers';

/** Acts of people on a post. `engagement` is the sum of those that are known. */
export const ENGAGEMENTS = ['likes', 'comments', 'shares', 'saves', 'clicks'] as const;
/** The engagement is divided by the first of these that is known. */
export const RATE_BASES = ['reach', 'impressions', 'views'] as const;

const count = z.number().int().optional();

/** A metric that the platform does not tell is absent, never 0. */
export const exampleMetrics = {
  ...{ views: 1840, likes: 96, comments: 7 },
  ...{ engagement: 103, engagement_rate: 0.055978, rate_base: 'views' },
};

export const Metrics = z
  .object({
    impressions: count,
    views: count,
    reach: count,
    likes: count,
    comments: count,
    shares: count,
    saves: count,
    clicks: count,
    followers: count,
    follower_change: count,
    engagement: count.meta({ description: 'The sum of the likes, comments, shares, saves and clicks that are known' }),
    engagement_rate: z
      .number()
      .optional()
      .meta({ description: 'engagement divided by rate_base, both of the days and accounts that tell the base' }),
    rate_base: z.enum(RATE_BASES).optional().meta({ description: 'What engagement is divided by' }),
  })
  .meta({
    id: 'Metrics',
    description: 'A metric that the platform does not tell is absent, never 0',
    example: exampleMetrics,
  });
export type Metrics = z.infer<typeof Metrics>;

/** The metrics that posts can be sorted by. */
export const SORT_NAMES = ['impressions', 'views', 'reach', ...ENGAGEMENTS, 'engagement', 'engagement_rate'] as const;

/** Numbers by name, as they are stored. */
export type Numbers = Readonly<Record<string, number>>;

/**
 * The vocabulary's metrics of stored numbers, with the engagement. `parts` are what the numbers were added up from: the rate
 * counts the engagement of those only whose base is known.
 */
export function toMetrics(numbers: Numbers, parts: readonly Numbers[] = [numbers]): Metrics {
  const engagement = engagementOf([numbers]);
  const base = RATE_BASES.find((name) => (numbers[name] ?? 0) > 0);
  const counted = base && engagementOf(parts.filter((part) => part[base] !== undefined));
  const rate = base === undefined || counted === undefined ? undefined : counted / (numbers[base] as number);
  return compact({
    ...Object.fromEntries([...SUMMED, ...NOT_SUMMED, LEVEL].map((name) => [name, numbers[name]])),
    engagement,
    engagement_rate: rate === undefined ? undefined : Math.round(rate * 1e6) / 1e6,
    rate_base: rate === undefined ? undefined : base,
  });
}

function engagementOf(each: readonly Numbers[]): number | undefined {
  const known = each.flatMap((numbers) => ENGAGEMENTS.flatMap((name) => numbers[name] ?? []));
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}

/** One number for many days of an account, the oldest first: sums, and the newest level. */
export function overTime(days: readonly Numbers[]): Numbers {
  if (days.length === 1) return days[0] as Numbers;
  const newest = days.findLast((day) => day[LEVEL] !== undefined)?.[LEVEL];
  return { ...sums(days), ...(newest === undefined ? {} : { [LEVEL]: newest }) };
}

/** One number for many accounts: sums, levels included. */
export function overAccounts(each: readonly Numbers[]): Numbers {
  if (each.length === 1) return each[0] as Numbers;
  const known = each.flatMap((numbers) => numbers[LEVEL] ?? []);
  const level = known.reduce((sum, value) => sum + value, 0);
  return { ...sums(each), ...(known.length === 0 ? {} : { [LEVEL]: level }) };
}

function sums(each: readonly Numbers[]): Numbers {
  const entries = SUMMED.flatMap((name) => {
    const known = each.flatMap((numbers) => numbers[name] ?? []);
    return known.length === 0 ? [] : [[name, known.reduce((sum, value) => sum + value, 0)] as const];
  });
  return Object.fromEntries(entries);
}

/** The metrics that `each` has and a sum cannot have. */
export function notSummed(each: readonly Numbers[]): string[] {
  return each.length < 2 ? [] : NOT_SUMMED.filter((name) => each.some((numbers) => numbers[name] !== undefined));
}
