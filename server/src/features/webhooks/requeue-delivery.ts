import { type ApiError, conflict, gone, notFound } from '../../core/errors.ts';
import type { Runner } from '../../db/query.ts';
import * as deliveries from './delivery.repository.ts';
import { assertActive } from './endpoint/status.ts';
import * as webhooks from './webhook.repository.ts';

/**
 * Makes a delivery due again and returns it as it was. Throws 404, 409 for a test or an endpoint that is not active, and
 * 410 when the event is past its retention.
 */
export async function requeueDelivery(tx: Runner, tenantId: string, webhookId: string, id: string) {
  const webhook = await webhooks.byId(tx, tenantId, webhookId);
  const delivery = await deliveries.byId(tx, tenantId, webhookId, id);
  if (webhook === undefined || delivery === undefined) throw notFound('delivery', id);
  if (delivery.is_test) throw wasTest(webhookId, id);
  assertActive(webhook);
  if (delivery.event_id === null) throw eventGone(id);
  await deliveries.requeue(tx, tenantId, webhookId, id);
  return delivery;
}

function eventGone(id: string): ApiError {
  const message = `The event of the delivery ${id} is past its retention, so there is nothing left to send.`;
  return gone(message, { resource: 'delivery', id });
}

function wasTest(webhookId: string, id: string): ApiError {
  const message = `The delivery ${id} was a test. Send another one with POST /v1/webhooks/${webhookId}/test.`;
  return conflict(message, { resource: 'delivery', id });
}
