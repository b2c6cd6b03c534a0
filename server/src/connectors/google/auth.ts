import type { Auth, Profile } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session, Tokens } from '../../core/session.ts';
import { refused, retryAfter } from '../platform-call.ts';
import { inForm, refreshGrant } from '../refresh-grant.ts';
import { callGoogle, locationNumber, locationOf } from './client.ts';
import { toProfile } from './map.ts';
import { LOCATION_FIELDS, Location, TokenAnswer, TokenRefusal } from './wire.ts';

/** A login sees many locations; an account is one of them. */
export const auth: Auth = {
  hosts: {
    www: 'https://accounts.google.com',
    oauth: 'https://oauth2.googleapis.com',
    accounts: 'https://mybusinessaccountmanagement.googleapis.com',
    information: 'https://mybusinessbusinessinformation.googleapis.com',
    business: 'https://mybusiness.googleapis.com',
  },
  refresh,
  profile,
};

/**
 * The refresh token stays good when it is used, so a lost answer does no harm.
 * https://developers.google.com/identity/protocols/oauth2/web-server#offline
 */
async function refresh(session: Session): Promise<Tokens> {
  return await refreshGrant(session, {
    url: `${session.hosts.oauth}/token`,
    client: inForm(session.app),
    purpose: 'read',
    answer: TokenAnswer,
    refusal: (answer) => refreshRefusal(answer, session.now()),
  });
}

/** `invalid_grant` means that the access was taken back or has ended; everything else is about our app. */
function refreshRefusal({ status, json, headers }: PlatformAnswer, now: Date): PlatformError | undefined {
  const problem = TokenRefusal.safeParse(json).data;
  const words = problem?.error_description ?? problem?.error;
  if (status === 429) {
    const wait = retryAfter(headers['retry-after'], now);
    return refused('rate_limited', words, status, wait === undefined ? {} : { retryAfterSeconds: wait });
  }
  if (problem === undefined || status >= 500) return undefined;
  const facts = { platformCode: problem.error };
  return problem.error === 'invalid_grant'
    ? refused('auth_expired', words, status, { ...facts, invalidGrant: true })
    : refused('forbidden', words, status, facts);
}

async function profile(session: Session): Promise<Profile> {
  const name = locationOf(session);
  const path = `/v1/locations/${locationNumber(name)}`;
  const query = { readMask: LOCATION_FIELDS };
  const request = { method: 'GET', host: 'information', path, query } as const;
  return toProfile(name, await callGoogle(session, 'read', request, Location));
}
