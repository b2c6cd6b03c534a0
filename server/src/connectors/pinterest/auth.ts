import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformResponse, Session, Tokens } from '../../core/session.ts';
import { inHeader, refreshGrant } from '../shared/refresh-grant.ts';
import { callPinterest, toRejection } from './client.ts';
import { toProfile } from './map.ts';
import { OwnAccount, TokenResponse } from './wire.ts';

export const auth: Auth = {
  hosts: {
    api: 'https://api.pinterest.com',
    www: 'https://www.pinterest.com',
    upload: 'https://pinterest-media-upload.s3-accelerate.amazonaws.com',
  },
  refresh,
  profile,
};

/**
 * Refresh tokens either last a year or are replaced by a new one in each response. Pinterest does not document whether
 * the old one stays valid, so after a lost response the outcome is `unknown`.
 * https://developers.pinterest.com/docs/api/v5/oauth-token
 */
async function refresh(session: Session): Promise<Tokens> {
  return await refreshGrant(session, {
    url: `${session.hosts.api}/v5/oauth/token`,
    client: inHeader(session.app),
    purpose: 'effect',
    response: TokenResponse,
    rejection: (response) => refreshRejection(response, session.now()),
  });
}

/** A rejected grant has status 400 or 401 in the common shape. Only the message shows whether our app is meant. */
function refreshRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const error = toRejection(response, now);
  if (error === undefined || (error.kind !== 'auth_expired' && error.kind !== 'rejected')) return error;
  const isPage = response.json === undefined;
  if (isPage) return undefined;
  if (/client|app\b/i.test(error.message)) return new PlatformError('forbidden', error.message, error.facts);
  return new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
}

async function profile(session: Session): Promise<Profile> {
  const request = { method: 'GET', path: '/user_account' } as const;
  return toProfile((await callPinterest(session, 'read', request, OwnAccount)).value);
}
