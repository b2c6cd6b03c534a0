import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session, Tokens } from '../../core/session.ts';
import { refused, retryAfter } from '../platform-call.ts';
import { inForm, refreshGrant } from '../refresh-grant.ts';
import { TokenAnswer, TokenRefusal } from './wire.ts';

/**
 * The refresh grant of Google's login, the same for all its products. The refresh token stays good when it is used, so
 * a lost answer does no harm. https://developers.google.com/identity/protocols/oauth2/web-server#offline
 */
export async function refreshGoogleToken(session: Session): Promise<Tokens> {
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
