import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { EventTypeName, toEventType } from '../events/index.ts';
import { ATTEMPTS_MAX } from './delivery/retry-times.ts';
import * as deliveries from './delivery.repository.ts';
import { Delivery, DeliveryStatusName, toDelivery } from './delivery.ts';
import * as webhooks from './webhook.repository.ts';
import { assertWebhookId, WebhookId } from './webhook.ts';

/** An identifier, in characters that PostgreSQL can compare. One of nothing matches nothing. */
const FilterId = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be an identifier');

export const listDeliveries = defineOperation({
  name: 'list_deliveries',
  summary: 'List deliveries',
  description: `Lists the deliveries to an endpoint, newest first. A delivery is one event on its way to one endpoint. It succeeds with any 2xx within 15 seconds. Everything else is tried up to ${ATTEMPTS_MAX} times in about 70 hours; then the delivery is \`failed\`.`,
  example: { input: { status: 'success' } },
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/{webhook_id}/deliveries', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({
    webhook_id: WebhookId,
    ...pageQuery,
    status: DeliveryStatusName.optional(),
    event_type: EventTypeName.optional(),
    event_id: FilterId.optional().meta({ description: 'Deliveries of this event only' }),
    replay_id: FilterId.optional().meta({ description: 'Deliveries that this replay queued only' }),
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
