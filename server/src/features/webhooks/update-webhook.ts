import { z } from 'zod';
import { invalid, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { DELIVERY_WORKER } from './delivery.ts';
import { toFilters } from './endpoint/filters.ts';
import { toHeaders } from './endpoint/headers.ts';
import { warningsOf } from './endpoint/warnings.ts';
import { verifyAddress } from './ping.ts';
import { sealOf } from './secrets/sealed.ts';
import * as webhooks from './webhook.repository.ts';
import {
  assertWebhookId,
  toAddress,
  toEventTypes,
  toWebhook,
  Warnings,
  Webhook,
  WebhookEvents,
  WebhookId,
  WebhookSettings,
  WebhookUrl,
} from './webhook.ts';

const Changes = {
  url: WebhookUrl.optional(),
  events: WebhookEvents.optional(),
  ...WebhookSettings,
  is_active: z.boolean().optional().meta({
    description: 'false pauses; true also takes up again what waited since the endpoint was paused or disabled',
  }),
};

export const updateWebhook = defineOperation({
  name: 'update_webhook',
  summary: 'Update a webhook endpoint',
  description:
    'Changes the fields that you send; null removes `description`, `headers` or a filter. A new `url` is pinged first, as on create. `is_active: false` pauses the endpoint; its waiting deliveries are kept until `true`. Events of the pause are not delivered later; replay them. The secret changes with `POST /v1/webhooks/{webhook_id}/rotate-secret` only.',
  example: { input: { events: ['comment.received'] }, output: { events: ['comment.received'] } },
  tag: 'Webhooks',
  http: { method: 'patch', path: '/v1/webhooks/{webhook_id}', status: 200 },
  scope: 'webhooks:manage',
  leaves: false,
  verifiesAddress: true,
  input: z.strictObject({ webhook_id: WebhookId, ...Changes }),
  output: Webhook.extend({ warnings: Warnings }),

  async run(ctx, { webhook_id: id, ...changes }) {
    const { id: tenantId, mode } = ctx.tenant;
    if (Object.values(changes).every((value) => value === undefined)) {
      const fields = Object.keys(Changes).join(', ');
      throw invalid('body', `Give at least one of ${fields}.`, 'validation.body_invalid');
    }
    const { url: text, events: words, headers: given, is_active: isActive, description, ...choices } = changes;
    const events = words && toEventTypes(words);
    const url = text === undefined ? undefined : toAddress(ctx, text);
    const headers = given === undefined ? undefined : toHeaders(given ?? {});
    assertWebhookId(id);
    const before = await webhooks.byId(ctx.db, tenantId, id);
    if (before === undefined) throw notFound('webhook', id);
    const filters = await toFilters(ctx, choices, before);
    const seal = sealOf(ctx.vault, tenantId, id);
    if (url !== undefined) {
      const keys = seal.open(before.sealed);
      await verifyAddress(ctx, url, { ...keys, headers: headers ?? keys.headers });
    }

    const sealed = headers === undefined ? {} : seal.headers(headers);
    const warnings = await warningsOf(ctx, id, url);
    const webhook = await ctx.commit(async (tx) => {
      const change = { url, events, description, ...filters, ...sealed, isActive };
      const row = await webhooks.update(tx, tenantId, id, change);
      if (row === undefined) throw notFound('webhook', id);
      return { ...toWebhook(row, mode === 'live'), warnings };
    });
    if (isActive === true || url !== undefined) ctx.wake(DELIVERY_WORKER);
    return webhook;
  },
});
