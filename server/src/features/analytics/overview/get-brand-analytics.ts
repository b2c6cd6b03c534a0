import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import * as days from './days.repository.ts';
import { seriesQuery } from './list-account-analytics.ts';
import { dayBefore, periodFields, toPeriod } from './period.ts';
import { seriesFields, toSeries, toTotals } from './series.ts';

export const getBrandAnalytics = defineOperation({
  name: 'get_brand_analytics',
  summary: "Get a brand's analytics",
  description:
    "Shows the numbers of all accounts of a brand together, by day, week or month, and their totals. Days and hours are those of the brand's time zone, which `timezone` names. An unknown brand is 404 `not_found`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.",
  example: { input: { from: '2027-01-01', to: '2027-01-01' } },
  tag: 'Analytics',
  http: { method: 'get', path: '/v1/analytics/brands/{brand_id}', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({ brand_id: z.string().min(1).max(200), ...seriesQuery }),
  output: z.object({ brand_id: z.string(), account_ids: z.array(z.string()), ...seriesFields, ...periodFields }),

  async run(ctx, { brand_id: brandId, granularity = 'day', compare, from: first, to: last }) {
    const { from, to, zone, ...filter } = await toPeriod(ctx, { brand_id: brandId, from: first, to: last });
    const before = compare === undefined ? undefined : await dayBefore({ from, to });
    const ids = await days.accountIds(ctx.db, ctx.tenant.id, filter);
    const all = await days.days(ctx.db, ctx.tenant.id, ids, { from: before ?? from, to });
    return {
      brand_id: brandId,
      account_ids: ids,
      ...toSeries(
        all.filter(({ day }) => day >= from),
        granularity,
      ),
      ...(before === undefined ? {} : { previous: toTotals(all.filter(({ day }) => day < from)) }),
      from,
      to,
      timezone: zone,
      livemode: ctx.tenant.mode === 'live',
    };
  },
});
