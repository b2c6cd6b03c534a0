import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as deliveries from './delivery.repository.ts';
import { assertDeliveryId, DeliveryDetail, DeliveryId, toDeliveryDetail } from './delivery.ts';
import { assertWebhookId, WebhookId } from './webhook.ts';

export const getDelivery = defineOperation({
  name: 'get_delivery',
  summary: 'Get a delivery',
  description:
    'Shows one delivery with the body that is sent and every attempt. `payload` is absent when the event is past its retention.',
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({ webhook_id: WebhookId, delivery_id: DeliveryId }),
  output: DeliveryDetail,

  async run(ctx, { webhook_id: webhookId, delivery_id: id }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(webhookId);
    assertDeliveryId(id);
    const row = await deliveries.byId(ctx.db, tenantId, webhookId, id);
    if (row === undefined) throw notFound('delivery', id);
    return toDeliveryDetail(row, await deliveries.attempts(ctx.db, tenantId, id), mode === 'live');
  },
});
