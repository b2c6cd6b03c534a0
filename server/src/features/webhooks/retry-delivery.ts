import { z } from 'zod';
import { ApiError, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as deliveries from './delivery.repository.ts';
import { assertDeliveryId, DELIVERY_LANE, DeliveryDetail, DeliveryId, toDeliveryDetail } from './delivery.ts';
import * as webhooks from './webhook.repository.ts';
import { assertWebhookId, WebhookId } from './webhook.ts';

export const retryDelivery = defineOperation({
  name: 'retry_delivery',
  summary: 'Send a delivery again now, also one that succeeded; the webhook-id stays the same',
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({ webhook_id: WebhookId, delivery_id: DeliveryId }),
  output: DeliveryDetail,

  async run(ctx, { webhook_id: webhookId, delivery_id: id }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(webhookId);
    assertDeliveryId(id);
    const delivery = await ctx.commit(async (tx) => {
      const webhook = await webhooks.byId(tx, tenantId, webhookId);
      const before = await deliveries.byId(tx, tenantId, webhookId, id);
      if (webhook === undefined || before === undefined) throw notFound('delivery', id);
      if (before.is_test) throw wasTest(webhookId, id);
      if (!webhook.is_active) throw inactive(webhookId);
      await deliveries.requeue(tx, tenantId, webhookId, id);
      const row = (await deliveries.byId(tx, tenantId, webhookId, id)) ?? before;
      return toDeliveryDetail(row, await deliveries.attempts(tx, tenantId, id), mode === 'live');
    });
    ctx.services.wake(DELIVERY_LANE);
    return delivery;
  },
});

function inactive(id: string): ApiError {
  const message = `The endpoint ${id} is not active. Switch it on with PATCH /v1/webhooks/${id} {"is_active": true}; what waits is then sent.`;
  return new ApiError('conflict', message, { resource: 'webhook', id }, 'resource.conflict');
}

function wasTest(webhookId: string, id: string): ApiError {
  const message = `The delivery ${id} was a test. Send another one with POST /v1/webhooks/${webhookId}/test.`;
  return new ApiError('conflict', message, { resource: 'delivery', id }, 'resource.conflict');
}
