import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as invites from './invite.repository.ts';

export const deleteInvite = defineOperation({
  name: 'delete_invite',
  summary: 'Delete an invite',
  description:
    'Revokes an invite: its link ends at once, and it stays in the list as `revoked`. An unknown or used invite is 404 `not_found`.',
  tag: 'Invites',
  http: { method: 'delete', path: '/v1/invites/{invite_id}', status: 204 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({ invite_id: z.string().min(1).max(200) }),
  output: z.null(),

  async run(ctx, { invite_id: id }) {
    return ctx.commit(async (tx) => {
      if (!(await invites.revoke(tx, ctx.tenant.id, id))) throw notFound('invite', id);
      return null;
    });
  },
});
