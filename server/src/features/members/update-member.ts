import { z } from 'zod';
import { conflict, missing, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { ROLES } from '../../core/roles.ts';
import { assertFreshProof } from './assert-fresh-proof.ts';
import {
  assertMayGive,
  assertMayManage,
  assertMayTouch,
  Member,
  MembershipFields,
  toMember,
  UserId,
} from './member.ts';
import * as memberships from './membership.repository.ts';

export const updateMember = defineOperation({
  name: 'update_member',
  summary: 'Update a member',
  description:
    'Changes what a person may do in the workspace. It holds within a second, also for sessions that are open. Nobody gives more than they have: 403 `permission_denied`. The last owner stays one: 409 `conflict`. A person needs to have signed in within ten minutes.',
  example: { input: { role: 'editor' }, output: { role: 'editor' } },
  tag: 'Members',
  http: { method: 'patch', path: '/v1/members/{user_id}', status: 200 },
  scope: 'admin',
  leaves: false,
  rejects: ['permission_denied'],
  input: z.strictObject({ user_id: UserId, ...MembershipFields, role: MembershipFields.role.optional() }),
  output: Member,

  async current(ctx, { user_id: userId }) {
    const all = await memberships.list(ctx.db, ctx.tenant.workspaceId);
    const row = all.find((member) => member.user_id === userId);
    return row && toMember(row);
  },

  async run(ctx, { user_id: userId, ...wanted }) {
    if (Object.keys(wanted).length === 0)
      throw missing('role', `Send one of ${Object.keys(MembershipFields).join(', ')}.`);
    assertMayManage(ctx);
    assertFreshProof(ctx);
    const { workspaceId } = ctx.tenant;
    return ctx.commit(async (tx) => {
      const all = await memberships.lock(tx, workspaceId);
      const before = (await memberships.list(tx, workspaceId)).find((member) => member.user_id === userId);
      if (before === undefined) throw notFound('member', userId);
      assertMayTouch(ctx.actor, before.role);
      const role = wanted.role ?? before.role;
      if (before.role === 'owner' && role !== 'owner') assertOwnerLeft(all, userId);
      const kept = ROLES[role].brands === 'none' ? null : before.brand_ids;
      const membership = {
        role,
        brandIds: wanted.brand_ids === undefined ? kept : wanted.brand_ids && [...new Set(wanted.brand_ids)],
        sending: wanted.sending ?? before.sending,
        canApprove: wanted.can_approve ?? before.can_approve,
      };
      await assertMayGive(ctx, tx, membership, before.brand_ids ?? []);
      await memberships.update(tx, workspaceId, userId, membership, ctx.actor);
      const after = (await memberships.list(tx, workspaceId)).find((member) => member.user_id === userId);
      return toMember(after as memberships.MemberRow);
    });
  },
});

/** 409 when no other member is an owner. */
export function assertOwnerLeft(all: readonly { user_id: string; role: string }[], userId: string): void {
  if (all.some((member) => member.role === 'owner' && member.user_id !== userId)) return;
  throw conflict('This is the last owner of the workspace. Make somebody else an owner first.', {
    resource: 'member',
    id: userId,
  });
}
