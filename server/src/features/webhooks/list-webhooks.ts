import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import * as webhooks from './webhook.repository.ts';
import { toWebhook, Webhook } from './webhook.ts';

export const listWebhooks = defineOperation({
  name: 'list_webhooks',
  summary: 'Webhook endpoints, newest first',
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject(pageQuery),
  output: pageOf(Webhook),

  async run(ctx, page) {
    return keysetPage(ctx, 'webhooks', page, {
      read: (after, limit) => webhooks.list(ctx.db, ctx.tenant.id, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toWebhook(row, ctx.tenant.mode === 'live'),
    });
  },
});
