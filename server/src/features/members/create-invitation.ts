import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { Address, hashToken, newToken } from '../people/index.ts';
import { assertFreshProof } from './assert-fresh-proof.ts';
import * as invitations from './invitation.repository.ts';
import { NewInvitation, toInvitation } from './invitation.ts';
import { assertMayGive, assertMayManage, MembershipFields } from './member.ts';

export const createInvitation = defineOperation({
  name: 'create_member_invitation',
  summary: 'Invite a member',
  description:
    'Makes a link with which a person joins the workspace, once. It is shown this once, and mailed where `SMTP_URL` is set. Opening the link uses nothing up. Nobody gives more than they have: 403 `permission_denied`. A client needs `brand_ids`; owners and admins reach all brands.',
  example: { input: { email: 'ana@example.com', role: 'editor' } },
  tag: 'Members',
  http: { method: 'post', path: '/v1/members/invitations', status: 201 },
  scope: 'admin',
  leaves: false,
  rejects: ['permission_denied'],
  input: z.strictObject({
    email: Address,
    ...MembershipFields,
    expires_in_days: z.int().min(1).max(30).optional().meta({ description: 'Default: 7' }),
  }),
  output: NewInvitation,

  async run(
    ctx,
    {
      email,
      role,
      brand_ids: brandIds,
      sending = 'direct',
      can_approve: canApprove = false,
      expires_in_days: days = 7,
    },
  ) {
    assertMayManage(ctx);
    assertFreshProof(ctx);
    const [token, mailToken] = [newToken(), newToken()];
    const isMailed = ctx.mail !== undefined;
    const membership = { role, brandIds: brandIds == null ? null : [...new Set(brandIds)], sending, canApprove };
    const { workspaceId } = ctx.tenant;
    const urlOf = (secret: string) => ctx.personUrl(`/join/${secret}`);
    const made = await ctx.commit(async (tx) => {
      await assertMayGive(ctx, tx, membership);
      const row = await invitations.create(tx, {
        ...membership,
        workspaceId,
        email,
        days,
        hash: hashToken(token),
        mailHash: isMailed ? hashToken(mailToken) : null,
        by: ctx.actor,
      });
      return { ...toInvitation(row), ...(ctx.request.dryRun ? {} : { url: urlOf(token) }), is_mailed: isMailed };
    });
    if (ctx.mail === undefined || ctx.request.dryRun) return made;
    // A mail that could not be sent leaves the link.
    const sent = ctx.mail.send({
      to: email,
      subject: 'You are invited',
      text: `${ctx.actor.name} invites you to work in Hubbub.\n\nOpen this link to join. It works once, until ${made.expires_at.slice(0, 10)}:\n${urlOf(mailToken)}\n\nIf you do not expect it, ignore this mail.\n`,
    });
    return {
      ...made,
      is_mailed: await sent.then(
        () => true,
        () => false,
      ),
    };
  },
});
