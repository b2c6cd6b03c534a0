import { z } from 'zod';
import type { Connecting } from '../../core/connecting/connecting.ts';
import type { AppSession } from '../../core/session.ts';
import { callPlatform } from '../shared/call-platform.ts';
import { codeGrant, codeRejection, consentUrl, revocationRejection } from '../shared/code-grant.ts';
import { badRequestOnError } from './auth.ts';

const REQUIRED = ['user.info.basic', 'video.publish'];
const SCOPES = [...REQUIRED, 'user.info.profile', 'user.info.stats', 'video.list'];

/**
 * https://developers.tiktok.com/doc/login-kit-web and
 * https://developers.tiktok.com/doc/oauth-user-access-token-management. Without PKCE: TikTok requires it only of apps
 * on devices, in a form of its own.
 */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    authorizeUrl: (request) =>
      consentUrl(`${request.hosts.www}/v2/auth/authorize/`, request, {
        separator: ',',
        client_id: undefined,
        client_key: request.app.clientId,
      }),
    exchange: (session, code) =>
      codeGrant({ ...session, http: badRequestOnError(session.http) }, code, {
        url: `${session.hosts.api}/v2/oauth/token/`,
        client: { form: clientOf(session) },
        rejection: codeRejection,
      }),
  },
  async revoke(session) {
    const body = { form: { ...clientOf(session), token: session.tokens.accessToken } };
    const request = { method: 'POST', url: `${session.hosts.api}/v2/oauth/revoke/`, body } as const;
    const options = { purpose: 'read', request, response: z.unknown(), rejection: revocationRejection } as const;
    await callPlatform({ ...session, http: badRequestOnError(session.http) }, options);
  },
};

function clientOf({ app }: AppSession) {
  return { client_key: app.clientId, client_secret: app.clientSecret };
}
