import { z } from 'zod';
import type { Candidate, Connecting } from '../../core/connecting/connecting.ts';
import type { Session } from '../../core/session.ts';
import { googleLogin, PERSON, revokeGoogleLogin } from '../shared/google/login.ts';
import { callGoogle, locationNumber } from './client.ts';
import { toProfile } from './map.ts';
import { LOCATION_FIELDS, Location } from './wire.ts';

const SCOPE = 'https://www.googleapis.com/auth/business.manage';
const PAGES_MAX = 20;

/** A login reaches accounts, and an account has locations. */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: googleLogin({ scopes: [SCOPE], requiredScopes: [SCOPE] }),
  choice: { when: 'several', of: 'profiles', noneCode: 'no_locations', candidates },
  sharedBy: PERSON,
  revoke: revokeGoogleLogin,
};

const accountName = z.string().regex(/^accounts\/[\w-]{1,100}$/);
const next = { nextPageToken: z.string().min(1).optional() };
const Accounts = z.object({ accounts: z.array(z.object({ name: accountName })).default([]), ...next });
const Locations = z.object({ locations: z.array(Location).default([]), ...next });

/** https://developers.google.com/my-business/reference/accountmanagement/rest/v1/accounts/list and …/locations/list */
async function candidates(session: Session): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  for await (const { accounts } of pages(session, 'accounts', '/v1/accounts', { pageSize: 20 }, Accounts)) {
    for (const { name: account } of accounts) {
      const query = { readMask: LOCATION_FIELDS, pageSize: 100 };
      for await (const { locations } of pages(session, 'information', `/v1/${account}/locations`, query, Locations)) {
        for (const location of locations) {
          const name = `${account}/${location.name}`;
          const { platformId, ...profile } = toProfile(name, location);
          // Several accounts may reach the same location, under the same number.
          const number = locationNumber(name) as string;
          if (!found.has(number)) found.set(number, { platformId, name: profile.name, username: profile.username });
        }
      }
    }
  }
  return [...found.values()];
}

async function* pages<Page extends { readonly nextPageToken?: string | undefined }>(
  session: Session,
  host: 'accounts' | 'information',
  path: string,
  query: Readonly<Record<string, string | number>>,
  response: z.ZodType<Page>,
): AsyncGenerator<Page> {
  let pageToken: string | undefined;
  for (let count = 0; count < PAGES_MAX; count++) {
    const request = { method: 'GET', host, path, query: { ...query, pageToken } } as const;
    const page = (await callGoogle(session, 'read', request, response)) as Page;
    yield page;
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return;
  }
}
