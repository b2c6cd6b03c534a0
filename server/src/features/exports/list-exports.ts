import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_MAX, pageOf, pageQuery, queryInt } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as exports from './export.repository.ts';
import { ExportItem, exampleCompletedExport, STATUSES, toExportItem } from './export.ts';

/** Existing clients expect the 50 newest. */
const LIMIT_DEFAULT = 50;

export const listExports = defineOperation({
  name: 'list_exports',
  summary: 'List exports',
  description: `Lists the exports, newest first, without their files. A page holds ${LIMIT_DEFAULT} unless \`limit\` says otherwise. Keys that are limited to brands get 403 \`insufficient_scope\`; people see what is of their brands.`,
  example: {
    input: { status: 'completed' },
    output: {
      data: [exampleCompletedExport],
      pagination: { limit: LIMIT_DEFAULT },
      exports: [exampleCompletedExport],
    },
  },
  tag: 'Exports',
  http: { method: 'get', path: '/v1/exports', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({
    ...pageQuery,
    limit: queryInt(1, PAGE_MAX)
      .default(LIMIT_DEFAULT)
      .meta({
        description: `Results per page, 1 to ${PAGE_MAX}, default ${LIMIT_DEFAULT}`,
        wire: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: LIMIT_DEFAULT },
      }),
    status: z.enum(STATUSES).optional(),
    account_id: z.string().min(1).max(200).optional(),
  }),
  output: pageOf(ExportItem).extend({
    exports: z.array(ExportItem).meta({ description: 'The same array as data' }),
  }),

  async run(ctx, { status, account_id: accountId, ...page }) {
    const filter = { status, accountId };
    const found = await keysetPage(ctx, 'exports', page, {
      filters: filter,
      read: (after, limit) =>
        exports.list(ctx.db, ctx.tenant.id, { ...filter, brandIds: brandsShown(ctx.actor) }, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toExportItem(row, ctx.tenant.mode === 'live'),
    });
    return { ...found, exports: found.data };
  },
});
