import type { Runner } from '../../db/query.ts';
import { hashToken, newToken, sessions } from '../people/index.ts';
import * as invitations from './invitation.repository.ts';

/** Ends all sessions, links and invitations after a restore: those that were ended since the backup must not work again. */
export async function endAccess(system: Runner): Promise<void> {
  await sessions.endEverything(system);
  await invitations.removePending(system);
}

/** New links of all pending invitations of a workspace, by their paths. Earlier links of theirs lead nowhere. */
export async function renewInvitations(system: Runner, workspaceId: string) {
  const renewed = [];
  for (const { id, email, role } of await invitations.pending(system, workspaceId)) {
    const token = newToken();
    await invitations.setHash(system, id, hashToken(token));
    renewed.push({ email, role, path: `/join/${token}` });
  }
  return renewed;
}
