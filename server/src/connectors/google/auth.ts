import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session, Tokens } from '../../core/session.ts';
import { callPlatform, refused, retryAfter } from '../platform-call.ts';
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
  const { refreshToken } = session.tokens;
  if (refreshToken === undefined)
    throw new PlatformError('auth_expired', 'There is no refresh token.', { invalidGrant: true });
  const { clientId, clientSecret } = session.app;
  const form = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
  };
  const { value } = await callPlatform(session, {
    purpose: 'read',
    request: { method: 'POST', url: `${session.hosts.oauth}/token`, body: { form } },
    answer: TokenAnswer,
    refusal: (answer) => refreshRefusal(answer, session.now()),
  });
  const { access_token, refresh_token = refreshToken, expires_in } = value;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    ...(expires_in === undefined
      ? {}
      : { expiresAt: new Date(session.now().getTime() + expires_in * 1000).toISOString() }),
  };
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
