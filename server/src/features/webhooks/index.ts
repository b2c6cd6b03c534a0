import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDelivery } from './get-delivery.ts';
import { getWebhook } from './get-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhookEvents } from './list-webhook-events.ts';
import { listWebhooks } from './list-webhooks.ts';
import { retryDelivery } from './retry-delivery.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export const webhookOperations = [
  listWebhooks,
  createWebhook,
  listWebhookEvents,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listDeliveries,
  getDelivery,
  retryDelivery,
];
export { createDeliveryWorker, type DeliveryWorkerOptions } from './delivery/delivery.worker.ts';
export { voidDeliveryLeases } from './delivery/settlements.repository.ts';
export * as deliveries from './delivery.repository.ts';
export { MESSAGE_HEADERS, MessageBody, messageBody, messageHeaders } from './message.ts';
export { requeueDelivery } from './requeue-delivery.ts';
export { newWebhookSecret } from './signing.ts';
export { secretAssociatedData } from './webhook.ts';
