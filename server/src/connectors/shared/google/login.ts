import { z } from 'zod';
import type { OAuth } from '../../../core/connecting.ts';
import type { Session } from '../../../core/session.ts';
import { callPlatform } from '../call-platform.ts';
import { codeGrant, codeRefusal, consentUrl, revocationRefusal } from '../code-grant.ts';
import { inForm } from '../refresh-grant.ts';

/** Google's login, the same for all its products: https://developers.google.com/identity/protocols/oauth2/web-server */
export function googleLogin(scopes: Pick<OAuth, 'scopes' | 'requiredScopes'>): OAuth {
  return {
    ...scopes,
    pkce: true,
    authorizeUrl: (request) =>
      consentUrl(`${request.hosts.www}/o/oauth2/v2/auth`, request, {
        access_type: 'offline',
        // Without it, only the first login gets a refresh token.
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

/** Revokes the whole grant of the login. */
export async function revokeGoogleLogin(session: Session): Promise<void> {
  const { refreshToken, accessToken } = session.tokens;
  const body = { form: { token: refreshToken ?? accessToken } };
  const request = { method: 'POST', url: `${session.hosts.oauth}/revoke`, body } as const;
  await callPlatform(session, { purpose: 'read', request, response: z.unknown(), refusal: revocationRefusal });
}
