import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { owners } from '../workspaces/index.ts';
import { toUser, User } from './user.ts';

export const getMe = defineOperation({
  name: 'get_me',
  summary: 'Show the owner of the workspace',
  tag: 'Users',
  http: { method: 'get', path: '/v1/users/me', status: 200 },
  scope: 'any',
  refuses: ['not_found'],
  input: z.strictObject({}),
  output: User,

  run: async (ctx) => toUser(ctx, await owners.find(ctx.db, ctx.tenant.workspaceId)),
});
