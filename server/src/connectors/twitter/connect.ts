import { z } from 'zod';
import type { Connecting } from '../../core/connecting/connecting.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession } from '../../core/session.ts';
import { callPlatform } from '../shared/call-platform.ts';
import { codeGrant, codeRejection, consentUrl, revocationRejection } from '../shared/code-grant.ts';
import { type ClientProof, inHeader } from '../shared/refresh-grant.ts';

const REQUIRED = ['tweet.read', 'tweet.write', 'users.read', 'offline.access'];
const SCOPES = [...REQUIRED, 'media.write', 'tweet.moderate.write', 'like.read', 'like.write', 'dm.read', 'dm.write'];

/** OAuth 2.0 with PKCE: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
export const connecting: Connecting = {
  kind: 'oauth',
  ownApp: { test: testApp },
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    pkce: true,
    authorizeUrl: (request) => consentUrl(`${request.hosts.www}/i/oauth2/authorize`, request),
    exchange: (session, code) =>
      codeGrant(session, code, {
        url: `${session.hosts.api}/2/oauth2/token`,
        client: clientOf(session),
        rejection: codeRejection,
      }),
  },
  async revoke(session) {
    const { refreshToken, accessToken } = session.tokens;
    const { headers = {}, form = {} } = clientOf(session);
    await callPlatform(session, {
      purpose: 'read',
      // Revoking the refresh token ends the whole grant.
      request: {
        method: 'POST',
        url: `${session.hosts.api}/2/oauth2/revoke`,
        headers,
        body: { form: { token: refreshToken ?? accessToken, ...form } },
      },
      response: z.unknown(),
      rejection: revocationRejection,
    });
  },
};

/** A public client (no secret) sends its id in the form instead. */
function clientOf({ app }: AppSession): ClientProof {
  return app.clientSecret === '' ? { form: { client_id: app.clientId } } : inHeader(app);
}

/** X checks the app before the token, so an invented token shows whether X knows the app. */
async function testApp(session: AppSession): Promise<void> {
  const form = { grant_type: 'refresh_token', refresh_token: 'none' };
  const request = {
    method: 'POST',
    url: `${session.hosts.api}/2/oauth2/token`,
    headers: inHeader(session.app).headers ?? {},
    body: { form },
  } as const;
  try {
    await callPlatform(session, { purpose: 'read', request, response: z.never(), rejection: codeRejection });
  } catch (error) {
    const isTokenOnly = error instanceof PlatformError && error.kind === 'rejected' && error.facts.field === 'code';
    if (!isTokenOnly) throw error;
  }
}
