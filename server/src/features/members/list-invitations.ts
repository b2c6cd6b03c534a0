import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as invitations from './invitation.repository.ts';
import { Invitation, toInvitation } from './invitation.ts';

export const listInvitations = defineOperation({
  name: 'list_member_invitations',
  summary: 'List member invitations',
  description: 'Lists the invitations of people, the newest first. Their links are never shown again.',
  tag: 'Members',
  http: { method: 'get', path: '/v1/members/invitations', status: 200 },
  scope: 'admin',
  input: z.strictObject(pageQuery),
  output: pageOf(Invitation),

  async run(ctx, page) {
    return keysetPage(ctx, 'member invitations', page, {
      read: (after, limit) => invitations.list(ctx.db, ctx.tenant.workspaceId, after, limit),
      position: (row) => [row.created_at, row.id],
      item: toInvitation,
    });
  },
});
