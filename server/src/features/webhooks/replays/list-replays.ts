import { z } from 'zod';
import { notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { pageOf, pageQuery } from '../../../core/page.ts';
import { keysetPage } from '../../../db/lists/keyset.ts';
import * as webhooks from '../webhook.repository.ts';
import { assertWebhookId, WebhookId } from '../webhook.ts';
import * as replays from './replay.repository.ts';
import { Replay, toReplay } from './replay.ts';

export const listReplays = defineOperation({
  name: 'list_replays',
  summary: 'List replays',
  description: 'Lists the replays of an endpoint, newest first.',
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/{webhook_id}/replays', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({ webhook_id: WebhookId, ...pageQuery }),
  output: pageOf(Replay),

  async run(ctx, { webhook_id: webhookId, ...page }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(webhookId);
    if ((await webhooks.byId(ctx.db, tenantId, webhookId)) === undefined) throw notFound('webhook', webhookId);
    return keysetPage(ctx, 'replays', page, {
      filters: { webhookId },
      read: (after, limit) => replays.list(ctx.db, tenantId, webhookId, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toReplay(row, mode === 'live'),
    });
  },
});
