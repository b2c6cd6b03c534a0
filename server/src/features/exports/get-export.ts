import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { Export, toExport } from './export.ts';
import { findExport } from './find-export.ts';

export const getExport = defineOperation({
  name: 'get_export',
  summary: 'Get an export',
  description:
    'Shows how far an export is and, when it is `completed`, addresses of its files. An address works for an hour without a key; a later answer has new ones. Files are removed at `expires_at`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.',
  tag: 'Exports',
  http: { method: 'get', path: '/v1/exports/{export_id}', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({ export_id: z.string().min(1).max(200) }),
  output: Export,

  run: async (ctx, { export_id: id }) => toExport(ctx, await findExport(ctx, id)),
});
