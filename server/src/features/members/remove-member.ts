import { z } from 'zod';
import { hasPermission } from '../../core/actor.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertFreshProof } from './assert-fresh-proof.ts';
import { assertMayManage, assertMayTouch, UserId } from './member.ts';
import * as memberships from './membership.repository.ts';
import { assertOwnerLeft } from './update-member.ts';

export const removeMember = defineOperation({
  name: 'remove_member',
  summary: 'Remove a member',
  description:
    'Takes a person out of the workspace, within a second. What the person wrote stays, with its name. Everybody may leave; to remove others takes an admin, and an owner to remove an owner. The last owner stays: 409 `conflict`. A person needs to have signed in within ten minutes.',
  tag: 'Members',
  http: { method: 'delete', path: '/v1/members/{user_id}', status: 200 },
  scope: 'any',
  leaves: false,
  rejects: ['permission_denied'],
  input: z.strictObject({ user_id: UserId }),
  output: z.object({ ok: z.boolean() }),

  async run(ctx, { user_id: userId }) {
    const isOwn = ctx.actor.id === userId;
    if (!isOwn && !hasPermission(ctx.actor, 'admin'))
      throw new ApiError(
        'insufficient_scope',
        'Only an admin or an owner of the workspace can do this.',
        {},
        'auth.insufficient_scope',
      );
    assertMayManage(ctx);
    assertFreshProof(ctx);
    const { workspaceId } = ctx.tenant;
    return ctx.commit(async (tx) => {
      const all = await memberships.lock(tx, workspaceId);
      const member = all.find((one) => one.user_id === userId);
      if (member === undefined) throw notFound('member', userId);
      assertMayTouch(ctx.actor, member.role);
      if (member.role === 'owner') assertOwnerLeft(all, userId);
      await memberships.remove(tx, workspaceId, userId);
      return { ok: true };
    });
  },
});
