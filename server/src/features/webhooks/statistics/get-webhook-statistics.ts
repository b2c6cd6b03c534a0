import { z } from 'zod';
import { invalid, notFound } from '../../../core/errors.ts';
import { Instant, toInstant } from '../../../core/instant.ts';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { tenantNow } from '../../clock/index.ts';
import * as webhooks from '../webhook.repository.ts';
import { assertWebhookId, WebhookId } from '../webhook.ts';
import { ERROR_PERCENT, percentileOf, sumOf } from './durations.ts';
import * as hours from './hours.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_DAYS = 7;
const DAYS_MAX = 90;
const PENDING_MAX = 10_000;

const percentiles = {
  p50_ms: z
    .number()
    .int()
    .optional()
    .meta({
      description: `Half of the attempts took no longer; at most ${ERROR_PERCENT} % off; absent without attempts`,
    }),
  p99_ms: z.number().int().optional(),
};

export const getWebhookStatistics = defineOperation({
  name: 'get_webhook_statistics',
  summary: 'Get webhook statistics',
  description: `Counts the deliveries to an endpoint by the hour (UTC): how many succeeded and failed, and how long the attempts took. Without \`from\` and \`to\` it covers the last seven days. Tests are not counted. A period of more than ${DAYS_MAX} days is 400 \`invalid_request\`.`,
  example: {
    input: { from: '2027-01-01T08:00:00Z' },
    output: {
      from: '2027-01-01T08:00:00.000Z',
      to: '2027-01-01T10:00:00.000Z',
      total: 41,
      pending: 1,
      success_rate: 1,
      p50_ms: 85,
      p99_ms: 410,
      by_hour: [{ hour: '2027-01-01T08:00:00.000Z', attempts: 42, p50_ms: 85, p99_ms: 410 }],
    },
  },
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/{webhook_id}/statistics', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({
    webhook_id: WebhookId,
    from: Instant.optional().meta({
      description: `Begins with the hour of this time (UTC); default: ${DEFAULT_DAYS} days before to`,
    }),
    to: Instant.optional().meta({
      description: 'Ends with the hour before this time; default: now, with the current hour',
    }),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    total: z.number().int().meta({ description: 'delivered, failed and pending' }),
    delivered: z.number().int().meta({ description: 'Deliveries that ended with a success in this period' }),
    failed: z.number().int().meta({ description: 'Deliveries that ended without one, after all attempts' }),
    pending: z
      .number()
      .int()
      .meta({ description: `Deliveries that wait now or are being sent; counted up to ${PENDING_MAX}` }),
    success_rate: z
      .number()
      .optional()
      .meta({ description: 'The share of delivered in delivered and failed, 0 to 1; absent without either' }),
    ...percentiles,
    by_hour: z
      .array(
        z.object({
          hour: z.string(),
          attempts: z.number().int().meta({ description: 'Messages sent, retries included' }),
          delivered: z.number().int(),
          failed: z.number().int(),
          ...percentiles,
        }),
      )
      .meta({ description: 'Hours in which something was sent or ended, the first one first' }),
    livemode: z.boolean(),
  }),

  async run(ctx, { webhook_id: id, ...period }) {
    assertWebhookId(id);
    const { from, to } = toPeriod(period, await tenantNow(ctx));
    if ((await webhooks.byId(ctx.db, ctx.tenant.id, id)) === undefined) throw notFound('webhook', id);
    const rows = await hours.between(ctx.db, ctx.tenant.id, id, from, to);
    const pending = await hours.pending(ctx.db, ctx.tenant.id, id, PENDING_MAX);
    const delivered = rows.reduce((sum, row) => sum + row.delivered, 0);
    const failed = rows.reduce((sum, row) => sum + row.failed, 0);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      total: delivered + failed + pending,
      delivered,
      failed,
      pending,
      ...(delivered + failed === 0 ? {} : { success_rate: delivered / (delivered + failed) }),
      ...percentilesOf(sumOf(rows.map(({ durations }) => durations))),
      by_hour: rows.map(({ hour, durations, ...counts }) => ({
        hour: hour.toISOString(),
        ...counts,
        ...percentilesOf(durations),
      })),
      livemode: ctx.tenant.mode === 'live',
    };
  },
});

function percentilesOf(counts: readonly number[]) {
  return compact({ p50_ms: percentileOf(counts, 0.5), p99_ms: percentileOf(counts, 0.99) });
}

/** Whole hours. Throws 400 for a period that is empty or too long. */
function toPeriod(input: { from?: string | undefined; to?: string | undefined }, now: Date): { from: Date; to: Date } {
  const end = input.to === undefined ? now.getTime() : Math.min((toInstant(input.to) as Date).getTime(), now.getTime());
  const to = new Date(Math.ceil(end / HOUR_MS) * HOUR_MS);
  const begin =
    input.from === undefined ? to.getTime() - DEFAULT_DAYS * DAY_MS : (toInstant(input.from) as Date).getTime();
  const from = new Date(Math.floor(begin / HOUR_MS) * HOUR_MS);
  if (from >= to) throw invalid('from', 'The time from must be before to.');
  if (to.getTime() - from.getTime() > DAYS_MAX * DAY_MS)
    throw invalid('from', `A period has at most ${DAYS_MAX} days.`);
  return { from, to };
}
