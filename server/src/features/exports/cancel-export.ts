import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { conflict } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { usage } from '../usage/index.ts';
import { assertMayExport } from './assert-may-export.ts';
import * as exports from './export.repository.ts';
import { ExportItem, toExportItem } from './export.ts';
import { findExport } from './find-export.ts';

export const cancelExport = defineOperation({
  name: 'cancel_export',
  summary: 'Cancel an export',
  description:
    'Ends a running export. Its count is given back, and what it has read is removed. An export that has ended is 409 `conflict`. Keys that are limited to brands get 403 `insufficient_scope`; people reach what is of their brands, and need a role that writes posts.',
  example: { output: { status: 'cancelled', completed_at: '2027-01-01T09:00:30.000Z' } },
  tag: 'Exports',
  http: { method: 'post', path: '/v1/exports/{export_id}/cancel', status: 200 },
  scope: 'analytics:read',
  leaves: false,
  input: z.strictObject({ export_id: z.string().min(1).max(200) }),
  output: ExportItem,

  async run(ctx, { export_id: id }) {
    assertMayExport(ctx.actor);
    const answer = await ctx.commit(async (tx) => {
      const cancelled = await exports.cancel(tx, ctx.tenant.id, id, brandsShown(ctx.actor));
      if (cancelled === undefined) {
        const { status } = await findExport(ctx, id);
        throw conflict(`The export is ${status}. Only a running one can be cancelled.`, { id });
      }
      const { period, ...row } = cancelled;
      if (period !== null) await usage.giveBack(tx, ctx.tenant.id, 'export', period);
      return toExportItem(row, ctx.tenant.mode === 'live');
    });
    ctx.wake('exports');
    return answer;
  },
});
