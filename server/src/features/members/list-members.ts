import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { Member, toMember } from './member.ts';
import * as memberships from './membership.repository.ts';

export const listMembers = defineOperation({
  name: 'list_members',
  summary: 'List members',
  description:
    'Lists the people of the workspace, with what each may do. Only admins, owners and keys without restrictions may.',
  tag: 'Members',
  http: { method: 'get', path: '/v1/members', status: 200 },
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({ data: z.array(Member), count: z.number().int() }),

  async run(ctx) {
    const data = (await memberships.list(ctx.db, ctx.tenant.workspaceId)).map(toMember);
    return { data, count: data.length };
  },
});
