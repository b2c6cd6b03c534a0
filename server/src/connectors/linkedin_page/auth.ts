import type { Auth, Profile } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { refresh } from '../linkedin/auth.ts';
import { callLinkedIn, HOSTS } from '../linkedin/client.ts';
import { organizationId, toProfile } from './map.ts';
import { rolesOf } from './roles.ts';
import { Organization } from './wire.ts';

/** The token belongs to a member who may publish for the organisation. */
export const auth: Auth = { hosts: HOSTS, refresh, profile };

async function profile(session: Session): Promise<Profile> {
  const id = organizationId(session.account);
  const organization = await readOrganization(session, id);
  const role = (await rolesOf(session)).get(id);
  return role === undefined ? organization : { ...organization, metadata: { ...organization.metadata, role } };
}

export async function readOrganization(session: Session, id: string): Promise<Profile> {
  const request = { method: 'GET', path: `/rest/organizations/${id}` } as const;
  return toProfile((await callLinkedIn(session, 'read', request, Organization)).value);
}
