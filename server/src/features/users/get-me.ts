import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { owners } from '../workspaces/index.ts';
import { toUser, User } from './user.ts';

export const getMe = defineOperation({
  name: 'get_me',
  summary: 'Get the owner',
  description:
    'Shows the owner of the workspace and its plan. Every valid key may ask, also while payment is overdue. `billing_blocked` says whether it is: then everything but reading and changing the owner and `/v1/billing` is 402 `past_due`.',
  tag: 'Users',
  http: { method: 'get', path: '/v1/users/me', status: 200 },
  scope: 'any',
  rejects: ['not_found'],
  input: z.strictObject({}),
  output: User,

  run: async (ctx) => toUser(ctx, await owners.find(ctx.db, ctx.tenant.workspaceId)),
});
