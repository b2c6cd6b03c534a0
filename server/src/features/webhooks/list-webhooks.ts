import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_MAX, pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as webhooks from './webhook.repository.ts';
import { toWebhook, WEBHOOKS_MAX, Webhook } from './webhook.ts';

export const listWebhooks = defineOperation({
  name: 'list_webhooks',
  summary: 'List webhook endpoints',
  description: `Lists the endpoints, newest first. Without \`limit\` and \`cursor\` the answer holds all of them; a tenant has at most ${WEBHOOKS_MAX}.`,
  example: { output: { pagination: { limit: 50 } } },
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({
    ...pageQuery,
    limit: pageQuery.limit.meta({
      description: `Results per page, 1 to ${PAGE_MAX}; without it, all endpoints`,
      wire: { type: 'integer', minimum: 1, maximum: PAGE_MAX },
    }),
  }),
  output: pageOf(Webhook),

  async run(ctx, page) {
    // Without a page asked for, all of them (contract, decisions).
    const all = page.limit === undefined && page.cursor === undefined ? { limit: WEBHOOKS_MAX } : page;
    return keysetPage(ctx, 'webhooks', all, {
      read: (after, limit) => webhooks.list(ctx.db, ctx.tenant.id, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toWebhook(row, ctx.tenant.mode === 'live'),
    });
  },
});
