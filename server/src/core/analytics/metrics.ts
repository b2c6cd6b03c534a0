import type { Session } from '../session.ts';

/** Numbers of a post, counted over its whole life. One vocabulary for all platforms. */
export const POST_METRICS = [
  'impressions',
  'views',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
] as const;
/** Numbers of an account at a moment. */
export const ACCOUNT_METRICS = ['followers', 'following', 'posts', 'likes', 'views'] as const;
/** Numbers of an account's day: what was counted on it, and the followers at its end. */
export const DAY_METRICS = ['followers', 'follower_change', ...POST_METRICS] as const;

/** One person counts once, so these cannot be added up over posts, days or accounts. */
export const NOT_SUMMED: readonly string[] = ['reach'];

type PostMetric = (typeof POST_METRICS)[number];
type AccountMetric = (typeof ACCOUNT_METRICS)[number];
export type DayMetric = (typeof DAY_METRICS)[number];

/** Numbers by name. One that the platform does not tell is absent, never 0. */
export type Numbers<Name extends string> = Readonly<Partial<Record<Name, number>>>;
/** The numbers of a post. */
export type Metrics = Numbers<PostMetric>;
export type AccountMetrics = Numbers<AccountMetric>;

export interface DayMetrics {
  /** `2026-01-31`, a day of the platform. */
  readonly day: string;
  readonly metrics: Numbers<DayMetric>;
}

/** Reading of many posts in one call. */
export interface PostsMetrics {
  /** How many posts one call reads. */
  readonly max: number;
  /** By platform id; posts that the platform does not show are missing. */
  readonly read: (session: Session, platformIds: readonly string[]) => Promise<ReadonlyMap<string, Metrics>>;
}

/** Numbers that the platform itself counts by day. */
export interface DailyMetrics {
  /** How many days before today it still tells. */
  readonly daysBack: number;
  /** Both days included, at most `daysBack` apart. */
  readonly read: (session: Session, from: string, to: string) => Promise<readonly DayMetrics[]>;
}

/** The numbers with names of ours. Other names are ignored and counted, and so is what is no number. */
export function checkedNumbers<Name extends string>(
  names: readonly Name[],
  told: Readonly<Record<string, unknown>>,
): { readonly numbers: Numbers<Name>; readonly ignored: number } {
  const entries = Object.entries(told).filter(([, value]) => value !== undefined);
  const known = entries.filter(
    ([name, value]) => (names as readonly string[]).includes(name) && Number.isSafeInteger(value),
  );
  return { numbers: Object.fromEntries(known) as Numbers<Name>, ignored: entries.length - known.length };
}
