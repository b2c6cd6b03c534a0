import type { Auth, Profile } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { withPerson } from '../shared/google/login.ts';
import { refreshGoogleToken } from '../shared/google/token.ts';
import { callGoogle, locationNumber, locationOf } from './client.ts';
import { toProfile } from './map.ts';
import { LOCATION_FIELDS, Location } from './wire.ts';

/** A login reaches many locations; an account is one of them. */
export const auth: Auth = {
  hosts: {
    www: 'https://accounts.google.com',
    oauth: 'https://oauth2.googleapis.com',
    accounts: 'https://mybusinessaccountmanagement.googleapis.com',
    information: 'https://mybusinessbusinessinformation.googleapis.com',
    business: 'https://mybusiness.googleapis.com',
    performance: 'https://businessprofileperformance.googleapis.com',
  },
  refresh: refreshGoogleToken,
  profile,
};

async function profile(session: Session): Promise<Profile> {
  const name = locationOf(session);
  const path = `/v1/locations/${locationNumber(name)}`;
  const query = { readMask: LOCATION_FIELDS };
  const request = { method: 'GET', host: 'information', path, query } as const;
  return withPerson(session, toProfile(name, await callGoogle(session, 'read', request, Location)));
}
