import { z } from 'zod';
import { exampleMetrics, Metrics, type Numbers, notSummed, overAccounts, overTime, toMetrics } from './metric.ts';

export const GRANULARITY_NAMES = ['day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITY_NAMES)[number];

const exampleTotals = { ...exampleMetrics, followers: 2310, follower_change: 12 };

export const seriesFields = {
  series: z
    .array(
      Metrics.extend({ date: z.string().meta({ description: 'The first day of the day, week or month' }) }).meta({
        id: 'MetricsOverTime',
        example: exampleTotals,
      }),
    )
    .meta({ description: 'Oldest first; days without numbers are left out. Weeks begin on Monday' }),
  totals: Metrics.meta({
    description: 'followers is the newest number, every other metric a sum',
    example: exampleTotals,
  }),
  previous: Metrics.optional().meta({ description: 'The totals of as many days before, with compare=previous' }),
  not_summed: z.array(z.string()).meta({ description: 'Metrics that are told by day but cannot be added up' }),
};

/** The numbers of one account on one day, such as `2027-01-31`. */
export interface AccountDay {
  readonly account_id: string;
  readonly day: string;
  readonly metrics: Numbers;
}

/** Series and totals of all accounts of `days`, which are in order of time. */
export function toSeries(days: readonly AccountDay[], granularity: Granularity) {
  const buckets = new Map<string, AccountDay[]>();
  for (const day of days) {
    const bucket = bucketOf(day.day, granularity);
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), day]);
  }
  const series = [...buckets].map(([date, inside]) => ({ date, ...toTotals(inside) }));
  return { series, totals: toTotals(days), not_summed: notSummed(days.map(({ metrics }) => metrics)) };
}

export function toTotals(days: readonly AccountDay[]): Metrics {
  return toMetrics(
    together(days),
    days.map(({ metrics }) => metrics),
  );
}

function together(days: readonly AccountDay[]): Numbers {
  const byAccount = Map.groupBy(days, (day) => day.account_id);
  return overAccounts([...byAccount.values()].map((own) => overTime(own.map(({ metrics }) => metrics))));
}

function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day;
  if (granularity === 'month') return `${day.slice(0, 7)}-01`;
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
