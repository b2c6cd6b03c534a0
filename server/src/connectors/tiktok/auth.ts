import type { Auth } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, PlatformHttp, Session, Tokens } from '../../core/session.ts';
import { refused, retryAfter } from '../platform-call.ts';
import { refreshGrant } from '../refresh-grant.ts';
import { HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { readUser } from './user.ts';
import { OAuthRefusal, TokenAnswer } from './wire.ts';

export const auth: Auth = { hosts: HOSTS, refresh, profile: async (session) => toProfile(await readUser(session)) };

/**
 * Access tokens last a day, refresh tokens a year, and the one that comes back is to be kept. Whether the old one then
 * stays good is not documented, so a lost answer is `unknown`.
 * https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
async function refresh(session: Session): Promise<Tokens> {
  const { clientId: client_key, clientSecret: client_secret } = session.app;
  return await refreshGrant(
    { ...session, http: refusingBadly(session.http) },
    {
      url: `${session.hosts.api}/v2/oauth/token/`,
      client: { form: { client_key, client_secret } },
      purpose: 'effect',
      answer: TokenAnswer,
      refusal: (answer) => refreshRefusal(answer, session.now()),
    },
  );
}

/** A refusal may come with status 200: it counts as one of 400. */
export function refusingBadly(http: PlatformHttp): PlatformHttp {
  return {
    async send(request) {
      const answer = await http.send(request);
      const isRefused = answer.status < 300 && OAuthRefusal.safeParse(answer.json).success;
      return isRefused ? { ...answer, status: 400 } : answer;
    },
  };
}

function refreshRefusal({ status, headers, json }: PlatformAnswer, now: Date): PlatformError | undefined {
  const { error: platformCode, error_description: message } = OAuthRefusal.safeParse(json).data ?? {};
  const wait = retryAfter(headers['retry-after'], now);
  if (status === 429)
    return refused('rate_limited', message, status, wait === undefined ? {} : { retryAfterSeconds: wait });
  if (platformCode === undefined || status >= 500) return undefined;
  switch (platformCode) {
    case 'invalid_grant':
    case 'access_denied':
      return refused('auth_expired', message, status, { platformCode, invalidGrant: true });
    case 'server_error':
    case 'temporarily_unavailable':
      return undefined;
    default:
      // What is wrong is the app or the request: the account is not to be disconnected for that.
      return refused('forbidden', message, status, { platformCode });
  }
}
