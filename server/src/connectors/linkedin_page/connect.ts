import type { Candidate, Connecting } from '../../core/connecting/connecting.ts';
import type { Session } from '../../core/session.ts';
import { linkedInLogin } from '../linkedin/connect.ts';
import { readOrganization } from './auth.ts';
import { rolesOf } from './roles.ts';

const SCOPES = ['r_organization_social', 'w_organization_social', 'rw_organization_admin'];

/** A member connects one of the organisations for which the member may publish. */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: linkedInLogin(SCOPES),
  choice: { when: 'several', of: 'profiles', noneCode: 'no_pages', candidates },
};

async function candidates(session: Session): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const id of (await rolesOf(session)).keys()) {
    const { platformId, name, username } = await readOrganization(session, id);
    found.push({ platformId, name, username });
  }
  return found;
}
