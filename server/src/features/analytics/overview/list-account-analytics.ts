import { z } from 'zod';
import { exampleId } from '../../../core/example.ts';
import { defineOperation } from '../../../core/operation.ts';
import { pageOf, pageQuery } from '../../../core/page.ts';
import { PlatformWord } from '../../../core/platforms.ts';
import { keysetPage } from '../../../db/lists/keyset.ts';
import * as days from './days.repository.ts';
import { accountsQuery, dayBefore, periodFields, periodQuery, toPeriod } from './period.ts';
import { GRANULARITY_NAMES, seriesFields, toSeries, toTotals } from './series.ts';

export const seriesQuery = {
  ...periodQuery,
  granularity: z.enum(GRANULARITY_NAMES).optional().meta({ description: 'day without it' }),
  compare: z.enum(['previous']).optional().meta({ description: 'Adds the totals of as many days before' }),
};

export const listAccountAnalytics = defineOperation({
  name: 'list_account_analytics',
  summary: 'List account analytics',
  description:
    'Shows the numbers of each account by day, week or month, and their totals. `compare=previous` adds the totals of as many days before. In totals `followers` is the newest number and every other metric a sum; `not_summed` names those that cannot be added up, such as reach. An unknown account is 404 `account_not_found`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.',
  example: { input: { account_id: exampleId('acc'), from: '2027-01-01', to: '2027-01-01' } },
  tag: 'Analytics',
  http: { method: 'get', path: '/v1/analytics/accounts', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({ ...pageQuery, ...accountsQuery, ...seriesQuery }),
  output: pageOf(
    z.object({ account_id: z.string(), platform: PlatformWord, username: z.string(), ...seriesFields }),
  ).extend(periodFields),

  async run(ctx, { limit, cursor, granularity = 'day', compare, ...query }) {
    const { from, to, zone, ...filter } = await toPeriod(ctx, query);
    const before = compare === undefined ? undefined : await dayBefore({ from, to });
    const page = await keysetPage(
      ctx,
      'account analytics',
      { limit, cursor },
      {
        filters: { ...query, granularity, compare },
        async read(after, count) {
          const rows = await days.accounts(ctx.db, ctx.tenant.id, filter, after, count);
          const ids = rows.map(({ id }) => id);
          const all = await days.days(ctx.db, ctx.tenant.id, ids, { from: before ?? from, to });
          const byAccount = Map.groupBy(all, (day) => day.account_id);
          return rows.map((row) => ({ ...row, days: byAccount.get(row.id) ?? [] }));
        },
        position: (row) => [row.created_at, row.id],
        item: ({ id, platform, username, days: own }) => ({
          account_id: id,
          platform,
          username,
          ...toSeries(
            own.filter(({ day }) => day >= from),
            granularity,
          ),
          ...(before === undefined ? {} : { previous: toTotals(own.filter(({ day }) => day < from)) }),
        }),
      },
    );
    return { ...page, from, to, timezone: zone, livemode: ctx.tenant.mode === 'live' };
  },
});
