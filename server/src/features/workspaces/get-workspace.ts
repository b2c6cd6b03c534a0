import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import * as profiles from './profile.repository.ts';
import { toWorkspace, Workspace } from './workspace.ts';

export const getWorkspace = defineOperation({
  name: 'get_workspace',
  summary: 'Show the name, time zone and logo that pages for your customers show',
  tag: 'Workspace',
  http: { method: 'get', path: '/v1/workspace', status: 200 },
  scope: 'admin',
  input: z.strictObject({}),
  output: Workspace,

  run: async (ctx) => toWorkspace(ctx, await profiles.find(ctx.db, ctx.tenant.id)),
});
