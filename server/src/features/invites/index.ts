import { deleteInvite } from './delete-invite.ts';
import { listInvites } from './list-invites.ts';

/** `create_invite` stands in `connecting/invites/`: it asks the settings of a login. */
export const inviteOperations = [listInvites, deleteInvite];
export * as invites from './invite.repository.ts';
export {
  type FoundInvite,
  hashToken,
  Invite,
  toInvite,
  tokenAssociatedData,
  tokenOf,
} from './invite.ts';
