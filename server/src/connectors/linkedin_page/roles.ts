import { z } from 'zod';
import type { Session } from '../../core/session.ts';
import { lenient } from '../shared/call-platform.ts';
import { listElements } from './client.ts';

/** The roles that publish and read comments, the one with more rights first. The others serve jobs, leads and advertisements. */
const ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR'] as const;
const PAGES_MAX = 10;

/** Entries for pages of other kinds, such as brands, are left out. */
const Entry = lenient(z.object({ organization: z.string().regex(/^urn:li:organization:\d{1,20}$/) }));

/**
 * The ids of the organisations for which the member may publish, each with the member's role.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role
 */
export async function rolesOf(session: Session): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const role of ROLES) {
    const query = `q=roleAssignee&role=${role}&state=APPROVED`;
    const list = { path: '/rest/organizationAcls', query, restMethod: 'FINDER' } as const;
    for (const entry of (await listElements(session, list, Entry, PAGES_MAX)).items) {
      const id = entry?.organization.split(':').at(-1);
      if (id !== undefined && !found.has(id)) found.set(id, role);
    }
  }
  return found;
}
