import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import { toEventType } from '../events/index.ts';
import * as deliveries from './delivery.repository.ts';
import { Delivery, DeliveryStatusName, toDelivery } from './delivery.ts';
import * as webhooks from './webhook.repository.ts';
import { assertWebhookId, WebhookId } from './webhook.ts';

/** An identifier, in characters that PostgreSQL can compare. One of nothing matches nothing. */
const FilterId = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be an identifier');

export const listDeliveries = defineOperation({
  name: 'list_deliveries',
  summary: 'Deliveries to a webhook endpoint, newest first',
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/{webhook_id}/deliveries', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({
    webhook_id: WebhookId,
    ...pageQuery,
    status: DeliveryStatusName.optional(),
    event_type: z
      .string()
      .optional()
      .meta({ wire: { $ref: '#/components/schemas/EventType' } }),
    event_id: FilterId.optional(),
    replay_id: FilterId.optional(),
    from: Instant.optional().meta({ description: 'Created at this time or later' }),
    to: Instant.optional().meta({ description: 'Created at this time or earlier' }),
  }),
  output: pageOf(Delivery),

  async run(
    ctx,
    { webhook_id: webhookId, status, event_type: type, event_id: eventId, replay_id: replayId, from, to, ...page },
  ) {
    const { id: tenantId, mode } = ctx.tenant;
    const filter = {
      status,
      eventType: type === undefined ? undefined : toEventType('event_type', type),
      eventId,
      replayId,
      from: from === undefined ? undefined : toInstant(from),
      to: to === undefined ? undefined : toInstant(to),
    };
    assertWebhookId(webhookId);
    if ((await webhooks.byId(ctx.db, tenantId, webhookId)) === undefined) throw notFound('webhook', webhookId);
    return keysetPage(ctx, 'deliveries', page, {
      filters: { webhookId, ...filter },
      read: (after, limit) => deliveries.list(ctx.db, tenantId, webhookId, filter, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toDelivery(row, mode === 'live'),
    });
  },
});
