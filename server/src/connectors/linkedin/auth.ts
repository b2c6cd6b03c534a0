import type { Auth, Profile } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session, Tokens } from '../../core/session.ts';
import { bestEffort } from '../best-effort.ts';
import { refused, retryAfter } from '../platform-call.ts';
import { inForm, refreshGrant } from '../refresh-grant.ts';
import { callLinkedIn, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { Me, TokenAnswer, TokenProblem, UserInfo } from './wire.ts';

export const auth: Auth = { hosts: HOSTS, refresh, profile };

/**
 * Only apps that LinkedIn chose have refresh tokens; with the others a member connects again every 60 days. Using one
 * does not use it up, nor does it prolong its year. https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
 */
export async function refresh(session: Session): Promise<Tokens> {
  return await refreshGrant(session, {
    url: `${session.hosts.www}/oauth/v2/accessToken`,
    client: inForm(session.app),
    purpose: 'read',
    answer: TokenAnswer,
    refusal: (answer) => refreshRefusal(answer, session.now()),
  });
}

/** What is wrong with a code, LinkedIn calls `invalid_request`; a token may be refused with that word too. */
function refreshRefusal({ status, json, headers }: PlatformAnswer, now: Date): PlatformError | undefined {
  if (status === 429) {
    const wait = retryAfter(headers['retry-after'], now);
    return refused('rate_limited', 'Too many requests', status, wait === undefined ? {} : { retryAfterSeconds: wait });
  }
  const problem = TokenProblem.safeParse(json);
  if (!problem.success || status >= 500) return undefined;
  const { error, error_description: words } = problem.data;
  const isDead = /refresh token.*(?:not found|invalid|expired|revoked)|(?:invalid|expired|revoked).*refresh token/i;
  if (error === 'invalid_grant' || (error === 'invalid_request' && isDead.test(words ?? ''))) {
    return refused('auth_expired', words ?? error, status, { invalidGrant: true, platformCode: error });
  }
  return refused('forbidden', words ?? error, status, { platformCode: error });
}

/** The user name is not part of what every app may read. */
async function profile(session: Session): Promise<Profile> {
  const { value } = await callLinkedIn(session, 'read', { method: 'GET', path: '/v2/userinfo' }, UserInfo);
  const me = await bestEffort(callLinkedIn(session, 'read', { method: 'GET', path: '/v2/me' }, Me));
  return toProfile(value, me?.value);
}
