import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as webhooks from './webhook.repository.ts';
import { assertWebhookId, WebhookId } from './webhook.ts';

export const deleteWebhook = defineOperation({
  name: 'delete_webhook',
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes an endpoint and ends its waiting deliveries. A message that is just being sent may still arrive.',
  tag: 'Webhooks',
  http: { method: 'delete', path: '/v1/webhooks/{webhook_id}', status: 200 },
  scope: 'webhooks:manage',
  leaves: false,
  input: z.strictObject({ webhook_id: WebhookId }),
  output: z.object({ ok: z.boolean() }),

  async run(ctx, { webhook_id: id }) {
    assertWebhookId(id);
    return ctx.commit(async (tx) => {
      if (!(await webhooks.remove(tx, ctx.tenant.id, id))) throw notFound('webhook', id);
      return { ok: true };
    });
  },
});
