import type { Auth, Profile } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformResponse, Session, Tokens } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { platformError } from '../shared/call-platform.ts';
import { inHeader, refreshGrant } from '../shared/refresh-grant.ts';
import { callX } from './client.ts';
import { Me, Problem, TokenResponse } from './wire.ts';

export const auth: Auth = {
  hosts: { api: 'https://api.x.com', www: 'https://x.com' },
  refresh,
  profile,
};

/**
 * A refresh token works once, and a second use may end all tokens of the login. So one caller refreshes at a time and
 * the new pair is stored before it is used. After a lost response the old pair may be gone: `unknown`.
 */
async function refresh(session: Session): Promise<Tokens> {
  const { clientId, clientSecret } = session.app;
  // A public client (no secret) sends its id in the form instead.
  return await refreshGrant(session, {
    url: `${session.hosts.api}/2/oauth2/token`,
    client: clientSecret === '' ? { form: { client_id: clientId } } : inHeader(session.app),
    purpose: 'effect',
    response: TokenResponse,
    rejection: refreshRejection,
  });
}

/** For an unknown refresh token X sends `invalid_request` and "Value passed for the token was invalid." */
function refreshRejection({ status, json }: PlatformResponse): PlatformError | undefined {
  if (status === 429) return platformError('rate_limited', 'Too many requests', status);
  const problem = Problem.safeParse(json);
  if (!problem.success || status >= 500) return undefined;
  const { error, error_description, detail } = problem.data;
  const message = error_description ?? detail ?? error;
  const [, ofToken = ''] = /\btoken\b(.*)/is.exec(message ?? '') ?? [];
  const isInvalidGrant = error === 'invalid_grant' || (error === 'invalid_request' && /invalid/i.test(ofToken));
  if (status === 400 && isInvalidGrant) {
    return platformError('auth_expired', message, status, { invalidGrant: true, platformCode: error });
  }
  return platformError('forbidden', message, status, compact({ platformCode: error }));
}

async function profile(session: Session): Promise<Profile> {
  const query = { 'user.fields': 'profile_image_url,description,verified_type,subscription_type' };
  const { data } = await callX(session, 'read', { method: 'GET', path: '/2/users/me', query }, Me);
  const { verified_type, subscription_type } = data;
  return compact({
    platformId: data.id,
    username: data.username,
    name: data.name || data.username,
    pictureUrl: data.profile_image_url,
    bio: data.description || undefined,
    metadata: compact({ verified_type, subscription_type }),
  });
}
