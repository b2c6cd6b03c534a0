import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { TEST_EVENT } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { tenantNow } from '../clock/index.ts';
import { EVENT_TYPE_NAMES, toEventType } from '../events/index.ts';
import { isAccepted } from './delivery/retry-times.ts';
import * as deliveries from './delivery.repository.ts';
import { DeliveryStatusName } from './delivery.ts';
import { assertActive } from './endpoint/status.ts';
import { sendTest } from './ping.ts';
import { sampleOf } from './sample-data.ts';
import { sealOf } from './secrets/sealed.ts';
import * as webhooks from './webhook.repository.ts';
import { assertWebhookId, WebhookId } from './webhook.ts';

export const testWebhook = defineOperation({
  name: 'test_webhook',
  summary: 'Test a webhook endpoint',
  description:
    'Sends one signed message at once and waits up to 10 seconds for its answer. A failure of your endpoint is 200 with `status: failed`. The message is kept as a delivery and never retried. Its `data` holds `verification: true`, so that a receiver knows a test. An endpoint that is paused or disabled is 409 `conflict`.',
  example: { input: { event_type: 'post.published' }, output: { status: 'success', response_status_code: 204 } },
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks/{webhook_id}/test', status: 200 },
  scope: 'webhooks:manage',
  leaves: false,
  input: z.strictObject({
    webhook_id: WebhookId,
    event_type: z
      .string()
      .optional()
      .meta({
        description: 'The type of the message',
        wire: { type: 'string', enum: [TEST_EVENT, ...EVENT_TYPE_NAMES], default: TEST_EVENT },
      }),
    payload: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The data of the message; default: an example of the event' }),
  }),
  output: z.object({
    delivery_id: z.string().meta({ description: 'The test stands among the deliveries under this id' }),
    status: DeliveryStatusName.meta({ description: 'pending on a dry run, which sends nothing' }),
    response_status_code: z.number().int().optional(),
    response_duration_ms: z.number().int(),
    response_body: z.string(),
    error_message: z.string().optional(),
    livemode: z.boolean(),
  }),

  async run(ctx, { webhook_id: id, event_type: word = TEST_EVENT, payload }) {
    const type = word === TEST_EVENT ? TEST_EVENT : toEventType('event_type', word);
    assertWebhookId(id);
    const webhook = await webhooks.byId(ctx.db, ctx.tenant.id, id);
    if (webhook === undefined) throw notFound('webhook', id);
    assertActive(webhook);
    const keys = sealOf(ctx.vault, ctx.tenant.id, id).open(webhook.sealed);
    const deliveryId = newId('dlv');
    const result = { delivery_id: deliveryId, livemode: ctx.tenant.mode === 'live' };
    if (ctx.request.dryRun)
      return { ...result, status: 'pending' as const, response_duration_ms: 0, response_body: '' };

    const [platform = ''] = Object.keys(ctx.connectors);
    const sample =
      type === TEST_EVENT ? { test: true } : sampleOf(type, platform, await tenantNow(ctx), result.livemode);
    // Receivers tell a test from a real event by `verification`.
    const data = { ...(payload ?? sample), verification: true };
    const response = await sendTest(ctx, webhook.url, keys, type, data);
    const status = isAccepted(response.status) ? ('success' as const) : ('failed' as const);
    return ctx.commit(async (tx) => {
      await deliveries.insertTest(tx, ctx.tenant.id, { id: deliveryId, endpointId: id, type, status, response });
      return {
        ...result,
        status,
        ...(response.status === null ? {} : { response_status_code: response.status }),
        response_duration_ms: response.durationMs,
        response_body: response.body,
        ...(response.error === null ? {} : { error_message: response.error }),
      };
    });
  },
});
