import type { Auth, Profile } from '../../core/connector.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session, Tokens } from '../../core/session.ts';
import { refused } from '../platform-call.ts';
import { inHeader, refreshGrant } from '../refresh-grant.ts';
import { callX } from './client.ts';
import { Me, Problem, TokenAnswer } from './wire.ts';

export const auth: Auth = {
  hosts: { api: 'https://api.x.com', www: 'https://x.com' },
  refresh,
  profile,
};

/**
 * The refresh token is used up by this call, and using it twice may end the whole family: one caller at a time, and
 * the new pair is stored before it is used. A lost answer is `unknown`: the old pair may be gone.
 */
async function refresh(session: Session): Promise<Tokens> {
  const { clientId, clientSecret } = session.app;
  // A public client (no secret) names itself in the form instead.
  return await refreshGrant(session, {
    url: `${session.hosts.api}/2/oauth2/token`,
    client: clientSecret === '' ? { form: { client_id: clientId } } : inHeader(session.app),
    purpose: 'effect',
    answer: TokenAnswer,
    refusal: refreshRefusal,
  });
}

/** X answers a refresh token that it does not know with `invalid_request` and "Value passed for the token was invalid." */
function refreshRefusal({ status, json }: PlatformAnswer): PlatformError | undefined {
  if (status === 429) return refused('rate_limited', 'Too many requests', status);
  const problem = Problem.safeParse(json);
  if (!problem.success || status >= 500) return undefined;
  const { error, error_description, detail } = problem.data;
  const words = error_description ?? detail ?? error;
  const isInvalidGrant =
    error === 'invalid_grant' || (error === 'invalid_request' && /\btoken\b.*invalid/i.test(words ?? ''));
  if (status === 400 && isInvalidGrant) {
    return refused('auth_expired', words, status, { invalidGrant: true, platformCode: error });
  }
  return refused('forbidden', words, status, error === undefined ? {} : { platformCode: error });
}

async function profile(session: Session): Promise<Profile> {
  const query = { 'user.fields': 'profile_image_url,description,verified_type,subscription_type' };
  const { data } = await callX(session, 'read', { method: 'GET', path: '/2/users/me', query }, Me);
  const { verified_type, subscription_type } = data;
  return {
    platformId: data.id,
    username: data.username,
    name: data.name || data.username,
    ...(data.profile_image_url === undefined ? {} : { pictureUrl: data.profile_image_url }),
    ...(data.description ? { bio: data.description } : {}),
    metadata: {
      ...(verified_type === undefined ? {} : { verified_type }),
      ...(subscription_type === undefined ? {} : { subscription_type }),
    },
  };
}
