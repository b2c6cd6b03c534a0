import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { invalid } from '../../core/errors.ts';
import { categoryOf, EVENT_CATEGORIES } from '../../core/event.ts';
import { EXAMPLE_AT } from '../../core/example.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { tenantNow } from '../clock/index.ts';
import * as summary from './events-summary.repository.ts';

const DAY_MS = 86_400_000;

const Count = z.number().int();

export const getEventsSummary = defineOperation({
  name: 'get_events_summary',
  summary: 'Get an event summary',
  description:
    'Counts the events of a period by category, error and kind of inbox event, and those of the period before it. Without `from` and `to` it covers the last 24 hours. A `from` after `to` is 400 `invalid_request`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.',
  example: {
    input: { from: '2026-12-31T09:00:00Z', to: EXAMPLE_AT },
    output: {
      from: '2026-12-31T09:00:00.000Z',
      to: EXAMPLE_AT,
      total: 14,
      total_previous: 11,
      failed: 1,
      by_category: { posts: 4, inbox: 10, accounts: 0 },
      by_error_category: { rate_limit: 1 },
      inbox_breakdown: { 'comment.received': 7, 'dm.received': 3 },
    },
  },
  tag: 'Events',
  http: { method: 'get', path: '/v1/events/summary', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({
    from: Instant.optional().meta({
      description: 'Without it, a day before `to`',
      wire: { type: 'string', format: 'date-time' },
    }),
    to: Instant.optional().meta({ description: 'Without it, now', wire: { type: 'string', format: 'date-time' } }),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    total: Count,
    total_previous: Count.meta({ description: 'In the period of the same length before `from`, as far as it is kept' }),
    failed: Count.meta({ description: 'Events with the status failed' }),
    by_category: z.record(z.enum(EVENT_CATEGORIES), Count),
    by_error_category: z.record(z.string(), Count),
    inbox_breakdown: z.record(z.string(), Count).meta({ description: 'Events of the inbox by their type' }),
    retention_days: Count.meta({ description: 'Older events are hidden and not counted' }),
    livemode: z.boolean(),
  }),

  async run(ctx, input) {
    const to = toDate(input.to) ?? (await tenantNow(ctx));
    const from = toDate(input.from) ?? new Date(to.getTime() - DAY_MS);
    if (from > to) throw invalid('from', 'from must not be after to.');
    const retentionDays = ctx.tenant.plan.eventRetentionDays;
    const brandIds = brandsShown(ctx.actor);
    const counts = await summary.count(ctx.db, ctx.tenant.id, { from, to, retentionDays, brandIds });
    const inPeriod = counts.filter(({ amount }) => amount > 0);
    const inbox = inPeriod.filter(({ type }) => categoryOf(type) === 'inbox');
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      total: sum(inPeriod),
      total_previous: counts.reduce((total, { before }) => total + before, 0),
      failed: sum(inPeriod.filter(({ status }) => status === 'failed')),
      by_category: { posts: 0, inbox: 0, accounts: 0, ...sumsBy(inPeriod, ({ type }) => categoryOf(type)) },
      by_error_category: sumsBy(
        inPeriod.filter(({ error_category }) => error_category !== null),
        ({ error_category }) => error_category as string,
      ),
      inbox_breakdown: sumsBy(inbox, ({ type }) => type),
      retention_days: retentionDays,
      livemode: ctx.tenant.mode === 'live',
    };
  },
});

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : toInstant(text);
}

function sum(counts: readonly summary.EventCount[]): number {
  return counts.reduce((total, { amount }) => total + amount, 0);
}

function sumsBy(
  counts: readonly summary.EventCount[],
  nameOf: (count: summary.EventCount) => string,
): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(counts, nameOf)].map(([name, group]) => [name, sum(group)]));
}
