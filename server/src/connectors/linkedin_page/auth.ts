import type { Auth, Profile } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { refresh } from '../linkedin/auth.ts';
import { callLinkedIn, HOSTS } from '../linkedin/client.ts';
import { organizationId, toProfile } from './map.ts';
import { Organization } from './wire.ts';

/** The token belongs to a member who administers the organisation. */
export const auth: Auth = { hosts: HOSTS, refresh, profile };

async function profile(session: Session): Promise<Profile> {
  const path = `/rest/organizations/${organizationId(session.account)}`;
  const { value } = await callLinkedIn(session, 'read', { method: 'GET', path }, Organization);
  return toProfile(value);
}
