import type { Auth, Profile } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformResponse, Session, Tokens } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { bestEffort } from '../shared/best-effort.ts';
import { platformError, retryAfter } from '../shared/call-platform.ts';
import { inForm, refreshGrant } from '../shared/refresh-grant.ts';
import { callLinkedIn, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { Me, TokenProblem, TokenResponse, UserInfo } from './wire.ts';

export const auth: Auth = { hosts: HOSTS, refresh, profile };

/**
 * Only apps that LinkedIn selects have refresh tokens; with other apps a member connects again every 60 days. A refresh
 * token works many times, but its use does not extend its year.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
 */
export async function refresh(session: Session): Promise<Tokens> {
  return await refreshGrant(session, {
    url: `${session.hosts.www}/oauth/v2/accessToken`,
    client: inForm(session.app),
    purpose: 'read',
    response: TokenResponse,
    rejection: (response) => refreshRejection(response, session.now()),
  });
}

/** LinkedIn reports a bad code as `invalid_request`; it may reject a token with that word too. */
function refreshRejection({ status, json, headers }: PlatformResponse, now: Date): PlatformError | undefined {
  if (status === 429) {
    const wait = retryAfter(headers['retry-after'], now);
    return platformError('rate_limited', 'Too many requests', status, compact({ retryAfterSeconds: wait }));
  }
  const problem = TokenProblem.safeParse(json);
  if (!problem.success || status >= 500) return undefined;
  const { error, error_description: message } = problem.data;
  const [, ofToken] = /refresh token(.*)/is.exec(message ?? '') ?? [];
  const isDead =
    ofToken !== undefined && (/invalid|expired|revoked/i.test(message ?? '') || /not found/i.test(ofToken));
  if (error === 'invalid_grant' || (error === 'invalid_request' && isDead)) {
    return platformError('auth_expired', message ?? error, status, { invalidGrant: true, platformCode: error });
  }
  return platformError('forbidden', message ?? error, status, { platformCode: error });
}

/** Not every app may read the user name. */
async function profile(session: Session): Promise<Profile> {
  const { value } = await callLinkedIn(session, 'read', { method: 'GET', path: '/v2/userinfo' }, UserInfo);
  const me = await bestEffort(callLinkedIn(session, 'read', { method: 'GET', path: '/v2/me' }, Me));
  return toProfile(value, me?.value);
}
