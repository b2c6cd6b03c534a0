import { z } from 'zod';
import type { Candidate, Connecting } from '../../core/connecting.ts';
import type { Session } from '../../core/session.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { linkedInLogin } from '../linkedin/connect.ts';
import { lenient } from '../shared/call-platform.ts';
import { toProfile } from './map.ts';
import { Organization } from './wire.ts';

const SCOPES = ['r_organization_social', 'w_organization_social', 'rw_organization_admin'];
const PAGES_MAX = 10;
const COUNT = 100;

/** A member administers organisations and connects one of them. */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: linkedInLogin(SCOPES),
  choice: { when: 'several', of: 'profiles', noneCode: 'no_pages', candidates },
};

const Roles = z.object({
  elements: z.array(z.object({ organization: z.string().regex(/^urn:li:organization:\d{1,20}$/) })),
  paging: lenient(z.object({ total: lenient(z.int()) })),
});

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role */
async function candidates(session: Session): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = `q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&count=${COUNT}&start=${page * COUNT}`;
    const request = { method: 'GET', path: '/rest/organizationAcls', query, restMethod: 'FINDER' } as const;
    const { elements } = (await callLinkedIn(session, 'read', request, Roles)).value;
    for (const { organization } of elements)
      found.push(await candidate(session, organization.split(':').at(-1) as string));
    if (elements.length < COUNT) break;
  }
  return found;
}

async function candidate(session: Session, id: string): Promise<Candidate> {
  const path = `/rest/organizations/${id}`;
  const { platformId, name, username } = toProfile(
    (await callLinkedIn(session, 'read', { method: 'GET', path }, Organization)).value,
  );
  return { platformId, name, username };
}
