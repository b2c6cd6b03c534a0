import { z } from 'zod';
import { EXAMPLE_AT } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as keys from './key.repository.ts';
import { Key, toKey } from './key.ts';

export const listKeys = defineOperation({
  name: 'list_keys',
  summary: 'List API keys',
  description:
    'Lists the keys of the tenant, newest first, with revoked and expired ones. The keys themselves are not shown again.',
  example: { output: { data: [{ last_used_at: EXAMPLE_AT }] } },
  tag: 'API keys',
  http: { method: 'get', path: '/v1/keys', status: 200 },
  scope: 'admin',
  input: z.strictObject(pageQuery),
  output: pageOf(Key),

  async run(ctx, page) {
    return keysetPage(ctx, 'keys', page, {
      read: (after, limit) => keys.list(ctx.db, ctx.tenant.id, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toKey(row, ctx.tenant.mode === 'live'),
    });
  },
});
