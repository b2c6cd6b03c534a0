import { z } from 'zod';
import { invalid, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { DELIVERY_WORKER } from './delivery.ts';
import { verifyAddress } from './ping.ts';
import * as webhooks from './webhook.repository.ts';
import {
  assertUrl,
  assertWebhookId,
  secretAssociatedData,
  toEventTypes,
  toWebhook,
  Webhook,
  WebhookEvents,
  WebhookId,
  WebhookUrl,
} from './webhook.ts';

export const updateWebhook = defineOperation({
  name: 'update_webhook',
  summary: 'Change the address or events of a webhook endpoint, or switch it on or off',
  tag: 'Webhooks',
  http: { method: 'patch', path: '/v1/webhooks/{webhook_id}', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({
    webhook_id: WebhookId,
    url: WebhookUrl.optional(),
    events: WebhookEvents.optional(),
    is_active: z
      .boolean()
      .optional()
      .meta({ description: 'true also takes up again what waited since the endpoint was switched off or disabled' }),
  }),
  output: Webhook,

  async run(ctx, { webhook_id: id, url, events: words, is_active: isActive }) {
    const { id: tenantId, mode } = ctx.tenant;
    if (url === undefined && words === undefined && isActive === undefined) {
      throw invalid('body', 'Give at least one of url, events and is_active.', 'validation.body_invalid');
    }
    const events = words === undefined ? undefined : toEventTypes(words);
    if (url !== undefined) assertUrl(ctx.urlProblem(ctx.tenant, url, 'webhook'));
    assertWebhookId(id);
    const before = await webhooks.byId(ctx.db, tenantId, id);
    if (before === undefined) throw notFound('webhook', id);
    if (url !== undefined && !ctx.request.dryRun) {
      await verifyAddress(ctx, url, ctx.vault.decrypt(before.secret, secretAssociatedData(tenantId, id)));
    }

    const webhook = await ctx.commit(async (tx) => {
      const row = await webhooks.update(tx, tenantId, id, { url, events, isActive });
      if (row === undefined) throw notFound('webhook', id);
      return toWebhook(row, mode === 'live');
    });
    if (isActive === true) ctx.wake(DELIVERY_WORKER);
    return webhook;
  },
});
