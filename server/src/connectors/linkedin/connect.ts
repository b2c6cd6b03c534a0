import type { Code, Connecting, OAuth } from '../../core/connecting/connecting.ts';
import type { AppSession } from '../../core/session.ts';
import { codeGrant, codeRejection, consentUrl } from '../shared/code-grant.ts';
import { inForm } from '../shared/refresh-grant.ts';

const REQUIRED = ['openid', 'profile', 'w_member_social'];

/** LinkedIn grants all of the scopes or none. We cannot revoke a grant. */
export const connecting: Connecting = { kind: 'oauth', oauth: linkedInLogin(REQUIRED) };

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow */
export function linkedInLogin(scopes: readonly string[]): OAuth {
  return {
    scopes,
    requiredScopes: scopes,
    authorizeUrl: (request) => consentUrl(`${request.hosts.www}/oauth/v2/authorization`, request),
    exchange: (session: AppSession, code: Code) =>
      codeGrant(session, code, {
        url: `${session.hosts.www}/oauth/v2/accessToken`,
        client: inForm(session.app),
        rejection: codeRejection,
      }),
  };
}
