import type { Runner } from '../../db/query.ts';
import { hashToken, newToken } from '../people/index.ts';
import * as invitations from './invitation.repository.ts';

const DAYS = 7;

/** Makes the operator's link with which a person becomes an owner of the workspace. Returns its path. */
export async function inviteOwner(system: Runner, workspaceId: string): Promise<string> {
  const token = newToken();
  await invitations.create(system, {
    workspaceId,
    email: null,
    role: 'owner',
    brandIds: null,
    sending: 'direct',
    canApprove: true,
    days: DAYS,
    hash: hashToken(token),
    mailHash: null,
    by: undefined,
  });
  return `/join/${token}`;
}
