import { z } from 'zod';
import {
  ACCOUNT_METRICS,
  DAY_METRICS,
  type DayMetric,
  NOT_SUMMED,
  POST_METRICS,
} from '../../core/analytics/metrics.ts';
import { notSupported } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { type Platform, PlatformName } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import { findAccount } from '../accounts/index.ts';
import * as days from './days.repository.ts';

const number = z.number().int();
const numbersOf = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, number.optional()])));

const Totals = numbersOf(DAY_METRICS);
const PERIOD_DAYS = 30;

export const getAccountSummary = defineOperation({
  name: 'get_account_summary',
  summary: "Get an account's summary",
  description:
    'Shows the newest numbers of an account and the sums of its last 30 days and of the 30 before. They come from readings about once a day (`as_of`); no platform is asked. A number that the platform does not tell is absent, never 0. A platform without numbers is 501 `not_supported`, an unknown account 404 `account_not_found`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.',
  example: {
    output: {
      metrics: { followers: 2310, following: 180, posts: 412 },
      last_30_days: { followers: 2310, follower_change: 85, views: 24100, likes: 1320, comments: 96 },
      previous_30_days: { followers: 2225, follower_change: 61, views: 19800, likes: 1105, comments: 71 },
    },
  },
  tag: 'Analytics',
  http: { method: 'get', path: '/v1/accounts/{account_id}/summary', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({ account_id: z.string().min(1).max(200) }),
  output: z.object({
    account_id: z.string(),
    platform: PlatformName,
    as_of: z.string().nullable().meta({ description: 'When the platform was asked; null before the first time' }),
    timezone: z.string().meta({ description: 'The zone whose days are counted' }),
    metrics: numbersOf(ACCOUNT_METRICS).meta({ description: 'A number that the platform does not tell is absent' }),
    last_30_days: Totals.meta({
      description:
        'Sums of the days; `followers` is the newest number. `reach` is absent, because it cannot be added up',
    }),
    previous_30_days: Totals,
  }),

  async run(ctx, { account_id: id }) {
    const account = await findAccount(ctx, id);
    const { platform } = account;
    const connector = ctx.connectors[platform as Platform];
    if (connector?.accountMetrics === undefined && connector?.dailyMetrics === undefined)
      throw notSupported(platform, 'analytics');
    const { metrics, read_at, timezone, today } = await days.ofAccount(ctx.db, ctx.tenant.id, id);
    const [from, middle] = [dayBefore(today, 2 * PERIOD_DAYS - 1), dayBefore(today, PERIOD_DAYS - 1)];
    const all = await days.between(ctx.db, ctx.tenant.id, id, from, today);
    return {
      account_id: id,
      platform: platform as Platform,
      as_of: read_at?.toISOString() ?? null,
      timezone,
      metrics,
      last_30_days: totalsOf(all.filter(({ day }) => day >= middle)),
      previous_30_days: totalsOf(all.filter(({ day }) => day < middle)),
    };
  },
});

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 24 * 3600_000).toISOString().slice(0, 10);
}

const SUMMED: readonly DayMetric[] = ['follower_change', ...POST_METRICS.filter((name) => !NOT_SUMMED.includes(name))];

/** The sums of days. A number that no day has is absent. */
function totalsOf(period: readonly days.AccountDay[]) {
  const sums = Object.fromEntries(
    SUMMED.flatMap((name) => {
      const values = period.flatMap(({ metrics }) => metrics[name] ?? []);
      return values.length === 0 ? [] : [[name, values.reduce((sum, value) => sum + value, 0)]];
    }),
  );
  return {
    ...compact({ followers: period.findLast(({ metrics }) => metrics.followers !== undefined)?.metrics.followers }),
    ...sums,
  };
}
