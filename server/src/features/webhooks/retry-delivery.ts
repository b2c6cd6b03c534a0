import { z } from 'zod';
import { EXAMPLE_AT } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import * as deliveries from './delivery.repository.ts';
import { assertDeliveryId, DELIVERY_WORKER, DeliveryDetail, DeliveryId, toDeliveryDetail } from './delivery.ts';
import { requeueDelivery } from './requeue-delivery.ts';
import * as webhooks from './webhook.repository.ts';
import { assertWebhookId, WebhookId } from './webhook.ts';

export const retryDelivery = defineOperation({
  name: 'retry_delivery',
  summary: 'Retry a delivery',
  description:
    'Sends a delivery again now, also one that succeeded; the answer does not wait for it. A delivery that had ended gets all of its attempts anew. The `webhook-id` stays the same, so a receiver knows the repetition. A test, and an endpoint that is paused or disabled, are 409 `conflict`. An event past its retention is 410 `gone`.',
  example: { output: { status: 'pending', next_attempt_at: EXAMPLE_AT } },
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', status: 200 },
  scope: 'webhooks:manage',
  leaves: false,
  rejects: ['gone'],
  input: z.strictObject({ webhook_id: WebhookId, delivery_id: DeliveryId }),
  output: DeliveryDetail,

  async run(ctx, { webhook_id: webhookId, delivery_id: id }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(webhookId);
    assertDeliveryId(id);
    const delivery = await ctx.commit(async (tx) => {
      // A person asks for it now, also during a pause of the endpoint.
      await webhooks.endPause(tx, tenantId, webhookId);
      const before = await requeueDelivery(tx, tenantId, webhookId, id);
      const row = (await deliveries.byId(tx, tenantId, webhookId, id)) ?? before;
      return toDeliveryDetail(row, await deliveries.attempts(tx, tenantId, id), mode === 'live');
    });
    ctx.wake(DELIVERY_WORKER);
    return delivery;
  },
});
