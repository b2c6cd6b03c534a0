import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDelivery } from './get-delivery.ts';
import { getWebhook } from './get-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhookEvents } from './list-webhook-events.ts';
import { listWebhooks } from './list-webhooks.ts';
import { replayOperations } from './replays/index.ts';
import { retryDelivery } from './retry-delivery.ts';
import { deletePreviousSecrets } from './secrets/delete-previous-secrets.ts';
import { rotateWebhookSecret } from './secrets/rotate-webhook-secret.ts';
import { getWebhookStatistics } from './statistics/get-webhook-statistics.ts';
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
  rotateWebhookSecret,
  deletePreviousSecrets,
  listDeliveries,
  getDelivery,
  retryDelivery,
  ...replayOperations,
  getWebhookStatistics,
];
export { createDeliveryWorker, type DeliveryWorkerOptions } from './delivery/delivery.worker.ts';
export { voidDeliveryLeases } from './delivery/settlements.repository.ts';
export * as deliveries from './delivery.repository.ts';
export { exampleMessage, MESSAGE_HEADERS, MessageBody, messageBody, messageHeaders } from './message.ts';
export { voidReplayLeases } from './replays/replay.repository.ts';
export { createReplaysWorker } from './replays/replays.worker.ts';
export { requeueDelivery } from './requeue-delivery.ts';
export { assertOwnSecret } from './secrets/own-secret.ts';
export { endpointAssociatedData } from './secrets/sealed.ts';
export { newWebhookSecret } from './signing.ts';
