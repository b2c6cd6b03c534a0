import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import * as profiles from './profile.repository.ts';
import { toWorkspace, Workspace } from './workspace.ts';

export const getWorkspace = defineOperation({
  name: 'get_workspace',
  summary: 'Get the workspace',
  description:
    'Shows the name, time zone and logo that pages for your customers show, such as invites and reports. Live and test have their own. `held` says why nothing is sent for now, if so.',
  tag: 'Workspace',
  http: { method: 'get', path: '/v1/workspace', status: 200 },
  scope: 'admin',
  input: z.strictObject({}),
  output: Workspace,

  run: async (ctx) => toWorkspace(ctx, await profiles.find(ctx.db, ctx.tenant.id)),
});
