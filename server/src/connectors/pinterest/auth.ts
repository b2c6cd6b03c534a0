import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session, Tokens } from '../../core/session.ts';
import { callPlatform } from '../platform-call.ts';
import { callPinterest, toRefusal } from './client.ts';
import { toProfile } from './map.ts';
import { OwnAccount, TokenAnswer } from './wire.ts';

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
 * Refresh tokens either last a year or roll on, with a new one in each answer. Whether an old one then stays good is
 * not documented, so a lost answer is `unknown`. https://developers.pinterest.com/docs/api/v5/oauth-token
 */
async function refresh(session: Session): Promise<Tokens> {
  const { refreshToken } = session.tokens;
  if (refreshToken === undefined)
    throw new PlatformError('auth_expired', 'There is no refresh token.', { invalidGrant: true });
  const { clientId, clientSecret } = session.app;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const { value } = await callPlatform(session, {
    purpose: 'effect',
    request: {
      method: 'POST',
      url: `${session.hosts.api}/v5/oauth/token`,
      headers: { authorization: `Basic ${basic}` },
      body: { form: { grant_type: 'refresh_token', refresh_token: refreshToken } },
    },
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

/** A refused grant comes as 400 or 401 in the common shape; only the words tell when our app is meant. */
function refreshRefusal(answer: PlatformAnswer, now: Date): PlatformError | undefined {
  const error = toRefusal(answer, now);
  if (error === undefined || (error.kind !== 'auth_expired' && error.kind !== 'rejected')) return error;
  const isPage = answer.json === undefined;
  if (isPage) return undefined;
  if (/client|app\b/i.test(error.message)) return new PlatformError('forbidden', error.message, error.facts);
  return new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
}

async function profile(session: Session): Promise<Profile> {
  const request = { method: 'GET', path: '/user_account' } as const;
  return toProfile((await callPinterest(session, 'read', request, OwnAccount)).value);
}
