import { z } from 'zod';
import type { OAuth } from '../../core/connecting.ts';
import type { Session } from '../../core/session.ts';
import { codeGrant, codeRefusal, consentUrl } from '../code-grant.ts';
import { callPlatform } from '../platform-call.ts';
import { inForm } from '../refresh-grant.ts';

/** Google's login, the same for all its products: https://developers.google.com/identity/protocols/oauth2/web-server */
export function googleLogin(wish: Pick<OAuth, 'scopes' | 'requiredScopes'>): OAuth {
  return {
    ...wish,
    pkce: true,
    authorizeUrl: (request) =>
      consentUrl(`${request.hosts.www}/o/oauth2/v2/auth`, request, {
        access_type: 'offline',
        // Without it Google gives a refresh token to the first login only.
        prompt: 'consent',
      }),
    exchange: (session, code) =>
      codeGrant(session, code, {
        url: `${session.hosts.oauth}/token`,
        client: inForm(session.app),
        refusal: codeRefusal,
      }),
  };
}

/** Ends everything that the login gave to the app. */
export async function revokeGoogleLogin(session: Session): Promise<void> {
  const { refreshToken, accessToken } = session.tokens;
  const body = { form: { token: refreshToken ?? accessToken } };
  const request = { method: 'POST', url: `${session.hosts.oauth}/revoke`, body } as const;
  await callPlatform(session, { purpose: 'read', request, answer: z.unknown(), refusal: codeRefusal });
}
