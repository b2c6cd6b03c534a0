import { z } from 'zod';
import type { OAuth } from '../../../core/connecting/connecting.ts';
import type { Profile } from '../../../core/connector.ts';
import type { Session } from '../../../core/session.ts';
import { bestEffort } from '../best-effort.ts';
import { callPlatform } from '../call-platform.ts';
import { codeGrant, codeRejection, consentUrl, revocationRejection } from '../code-grant.ts';
import { inForm } from '../refresh-grant.ts';

/** The metadata field of the person who logged in. */
export const PERSON = 'google_person';

/** Google's login, the same for all its products: https://developers.google.com/identity/protocols/oauth2/web-server */
export function googleLogin(scopes: Pick<OAuth, 'scopes' | 'requiredScopes'>): OAuth {
  return {
    ...scopes,
    // Names the person: Google revokes all that a person gave an app at once, for each of its products.
    scopes: [...scopes.scopes, 'openid'],
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
        rejection: codeRejection,
      }),
  };
}

const TokenInfo = z.object({ sub: z.string().regex(/^\d{1,255}$/) });

/** The profile with the person of the login in its metadata. https://developers.google.com/identity/openid-connect/openid-connect */
export async function withPerson(session: Session, profile: Profile): Promise<Profile> {
  const body = { form: { access_token: session.tokens.accessToken } };
  const request = { method: 'POST', url: `${session.hosts.oauth}/tokeninfo`, body } as const;
  const call = { purpose: 'read', request, response: TokenInfo, rejection: codeRejection } as const;
  const found = await bestEffort(callPlatform(session, call));
  return found === undefined ? profile : { ...profile, metadata: { ...profile.metadata, [PERSON]: found.value.sub } };
}

/** Revokes everything that the person gave this app, for each of Google's products. */
export async function revokeGoogleLogin(session: Session): Promise<void> {
  const { refreshToken, accessToken } = session.tokens;
  const body = { form: { token: refreshToken ?? accessToken } };
  const request = { method: 'POST', url: `${session.hosts.oauth}/revoke`, body } as const;
  await callPlatform(session, { purpose: 'read', request, response: z.unknown(), rejection: revocationRejection });
}
