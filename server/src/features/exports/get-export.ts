import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { Export, toExport } from './export.ts';
import { findExport } from './find-export.ts';

export const getExport = defineOperation({
  name: 'get_export',
  summary: 'Get an export with its progress and its files',
  tag: 'Exports',
  http: { method: 'get', path: '/v1/exports/{export_id}', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({ export_id: z.string().min(1).max(200) }),
  output: Export,

  run: async (ctx, { export_id: id }) => toExport(ctx, await findExport(ctx, id)),
});
