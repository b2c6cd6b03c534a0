import { createInvitation } from './create-invitation.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';
import { updateMember } from './update-member.ts';

export const memberOperations = [
  listMembers,
  createInvitation,
  listInvitations,
  deleteInvitation,
  updateMember,
  removeMember,
];
export { assertFreshProof, staleProof } from './assert-fresh-proof.ts';
export { endAccess, renewInvitations } from './end-access.ts';
export * as invitations from './invitation.repository.ts';
export { inviteOwner } from './invite-owner.ts';
export { joinByIdentity, joinOperations } from './join.ts';
export { tooMuch } from './member.ts';
export * as memberships from './membership.repository.ts';
