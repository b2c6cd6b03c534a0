import type { PlatformError } from '../../../core/platform-error.ts';
import type { PlatformResponse, Session, Tokens } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { TokenRejection, TokenResponse } from '../../google/wire.ts';
import { platformError, retryAfter } from '../call-platform.ts';
import { inForm, refreshGrant } from '../refresh-grant.ts';

/**
 * The refresh grant of Google's login, the same for all its products. A refresh token works many times, so a lost
 * response does no harm. https://developers.google.com/identity/protocols/oauth2/web-server#offline
 */
export async function refreshGoogleToken(session: Session): Promise<Tokens> {
  return await refreshGrant(session, {
    url: `${session.hosts.oauth}/token`,
    client: inForm(session.app),
    purpose: 'read',
    response: TokenResponse,
    rejection: (response) => refreshRejection(response, session.now()),
  });
}

/** `invalid_grant` means that the access was revoked or has expired; every other error concerns our app. */
function refreshRejection({ status, json, headers }: PlatformResponse, now: Date): PlatformError | undefined {
  const problem = TokenRejection.safeParse(json).data;
  const message = problem?.error_description ?? problem?.error;
  if (status === 429) {
    const wait = retryAfter(headers['retry-after'], now);
    return platformError('rate_limited', message, status, compact({ retryAfterSeconds: wait }));
  }
  if (problem === undefined || status >= 500) return undefined;
  const facts = { platformCode: problem.error };
  return problem.error === 'invalid_grant'
    ? platformError('auth_expired', message, status, { ...facts, invalidGrant: true })
    : platformError('forbidden', message, status, facts);
}
