import { createInvite } from './create-invite.ts';
import { deleteInvite } from './delete-invite.ts';
import { listInvites } from './list-invites.ts';

export const inviteOperations = [listInvites, createInvite, deleteInvite];
export * as invites from './invite.repository.ts';
export { hashToken, type InviteRow, tokenAssociatedData } from './invite.ts';
