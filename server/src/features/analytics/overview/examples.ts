import type { z } from 'zod';
import { exampleId } from '../../../core/example.ts';
import type { Metrics } from './metric.ts';
import type { periodFields } from './period.ts';

export const EXAMPLE_ACCOUNT = exampleId('acc');

/** One day of New Year. */
export const examplePeriod: z.infer<z.ZodObject<typeof periodFields>> = {
  from: '2027-01-01',
  to: '2027-01-01',
  timezone: 'Europe/Berlin',
  livemode: true,
};

export const exampleMetrics: Metrics = {
  views: 1840,
  likes: 96,
  comments: 7,
  engagement: 103,
  engagement_rate: 0.055978,
  rate_base: 'views',
};

const exampleTotals: Metrics = { ...exampleMetrics, followers: 2310, follower_change: 12 };

export const exampleSeries = {
  series: [{ date: examplePeriod.from, ...exampleTotals }],
  totals: exampleTotals,
  not_summed: [],
};
