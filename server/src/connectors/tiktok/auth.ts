import type { Auth } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformHttp, PlatformResponse, Session, Tokens } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { platformError, retryAfter } from '../shared/call-platform.ts';
import { refreshGrant } from '../shared/refresh-grant.ts';
import { HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { readUser } from './user.ts';
import { OAuthRejection, TokenResponse } from './wire.ts';

export const auth: Auth = { hosts: HOSTS, refresh, profile: async (session) => toProfile(await readUser(session)) };

/**
 * Access tokens last a day and refresh tokens a year. Each refresh returns the refresh token to store. Whether the old
 * one stays valid is not documented, so a lost response is `unknown`.
 * https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
async function refresh(session: Session): Promise<Tokens> {
  const { clientId: client_key, clientSecret: client_secret } = session.app;
  return await refreshGrant(
    { ...session, http: badRequestOnError(session.http) },
    {
      url: `${session.hosts.api}/v2/oauth/token/`,
      client: { form: { client_key, client_secret } },
      purpose: 'effect',
      response: TokenResponse,
      rejection: (response) => refreshRejection(response, session.now()),
    },
  );
}

/** A rejection may come with status 200; it counts as 400. */
export function badRequestOnError(http: PlatformHttp): PlatformHttp {
  return {
    async send(request) {
      const response = await http.send(request);
      const isRejected = response.status < 300 && OAuthRejection.safeParse(response.json).success;
      return isRejected ? { ...response, status: 400 } : response;
    },
  };
}

function refreshRejection({ status, headers, json }: PlatformResponse, now: Date): PlatformError | undefined {
  const { error: platformCode, error_description: message } = OAuthRejection.safeParse(json).data ?? {};
  const wait = retryAfter(headers['retry-after'], now);
  if (status === 429) return platformError('rate_limited', message, status, compact({ retryAfterSeconds: wait }));
  if (platformCode === undefined || status >= 500) return undefined;
  switch (platformCode) {
    case 'invalid_grant':
    case 'access_denied':
      return platformError('auth_expired', message, status, { platformCode, invalidGrant: true });
    case 'server_error':
    case 'temporarily_unavailable':
      return undefined;
    default:
      // The app or the request is wrong, so the account stays connected.
      return platformError('forbidden', message, status, { platformCode });
  }
}
