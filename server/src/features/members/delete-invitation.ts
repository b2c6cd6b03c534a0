import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import * as invitations from './invitation.repository.ts';
import { assertMayManage, assertMayTouch } from './member.ts';

export const deleteInvitation = defineOperation({
  name: 'delete_member_invitation',
  summary: 'Withdraw a member invitation',
  description: 'Withdraws an invitation, whose link then leads nowhere. One that was accepted is 404 `not_found`.',
  example: { input: { invitation_id: exampleId('minv') } },
  tag: 'Members',
  http: { method: 'delete', path: '/v1/members/invitations/{invitation_id}', status: 200 },
  scope: 'admin',
  leaves: false,
  rejects: ['permission_denied'],
  input: z.strictObject({ invitation_id: z.string().min(1).max(200) }),
  output: z.object({ ok: z.boolean() }),

  async run(ctx, { invitation_id: id }) {
    assertMayManage(ctx);
    return ctx.commit(async (tx) => {
      const removed = await invitations.remove(tx, ctx.tenant.workspaceId, id);
      if (removed === undefined) throw notFound('invitation', id);
      assertMayTouch(ctx.actor, removed.role);
      return { ok: true };
    });
  },
});
