import { z } from 'zod';
import { notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import * as webhooks from '../webhook.repository.ts';
import { assertWebhookId, toWebhook, Webhook, WebhookId, type WebhookRow } from '../webhook.ts';
import * as secrets from './secret.repository.ts';

export const deletePreviousSecrets = defineOperation({
  name: 'delete_previous_secrets',
  summary: 'End a secret rotation',
  description:
    'Ends the overlap of a rotation early: only the current secret signs from now on. Without an overlap nothing changes.',
  tag: 'Webhooks',
  http: { method: 'delete', path: '/v1/webhooks/{webhook_id}/previous-secrets', status: 200 },
  scope: 'webhooks:manage',
  leaves: false,
  input: z.strictObject({ webhook_id: WebhookId }),
  output: Webhook,

  async run(ctx, { webhook_id: id }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(id);
    return ctx.commit(async (tx) => {
      if (!(await secrets.endPrevious(tx, tenantId, id))) throw notFound('webhook', id);
      return toWebhook((await webhooks.byId(tx, tenantId, id)) as WebhookRow, mode === 'live');
    });
  },
});
