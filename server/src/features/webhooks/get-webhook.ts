import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { EXAMPLE_SECRET } from './signing.ts';
import * as hours from './statistics/hours.repository.ts';
import * as webhooks from './webhook.repository.ts';
import { assertWebhookId, toWebhook, Webhook, WebhookId } from './webhook.ts';

const Counts = z.object({ delivered: z.number().int(), failed: z.number().int() }).meta({ id: 'DeliveryCounts' });

export const getWebhook = defineOperation({
  name: 'get_webhook',
  summary: 'Get a webhook endpoint',
  description:
    'Shows an endpoint, the last four characters of its secret and the numbers of its deliveries. `status` and `status_reason` say why an endpoint gets nothing.',
  example: {
    output: { secret_hint: EXAMPLE_SECRET.slice(-4), stats: { last_7d: { delivered: 212, failed: 1 } } },
  },
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/{webhook_id}', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({ webhook_id: WebhookId }),
  output: Webhook.extend({
    secret_hint: z.string().meta({ description: 'The last four characters of the secret' }),
    stats: z
      .object({ last_24h: Counts, last_7d: Counts })
      .meta({ description: 'Deliveries that ended, in whole hours' }),
  }),

  async run(ctx, { webhook_id: id }) {
    assertWebhookId(id);
    const row = await webhooks.byId(ctx.db, ctx.tenant.id, id);
    if (row === undefined) throw notFound('webhook', id);
    const stats = await hours.outcomes(ctx.db, ctx.tenant.id, id);
    return {
      ...toWebhook(row, ctx.tenant.mode === 'live'),
      secret_hint: row.secret_hint,
      stats: {
        last_24h: { delivered: stats.delivered_24h, failed: stats.failed_24h },
        last_7d: { delivered: stats.delivered_7d, failed: stats.failed_7d },
      },
    };
  },
});
