import type { Connecting } from '../../core/connecting/connecting.ts';
import { INVALID_CLIENT, type PlatformError } from '../../core/platform-error.ts';
import type { PlatformResponse } from '../../core/session.ts';
import { platformError } from '../shared/call-platform.ts';
import { codeGrant, consentUrl } from '../shared/code-grant.ts';
import { inHeader } from '../shared/refresh-grant.ts';
import { toRejection } from './client.ts';

const REQUIRED = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
/** Without the last ones secret boards stay hidden. */
const SCOPES = [...REQUIRED, 'boards:read_secret', 'boards:write_secret', 'pins:read_secret', 'pins:write_secret'];

/** https://developers.pinterest.com/docs/api/v5/oauth-token. Pinterest has no call that ends a grant. */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    authorizeUrl: (request) => consentUrl(`${request.hosts.www}/oauth/`, request, { separator: ',' }),
    exchange: (session, code) =>
      codeGrant(session, code, {
        url: `${session.hosts.api}/v5/oauth/token`,
        client: inHeader(session.app),
        // Continuous refresh tokens stay valid as long as they are used.
        form: { continuous_refresh: 'true' },
        rejection: (response) => codeRejection(response, session.now()),
      }),
  },
};

/** Wrong credentials of the app have status 401, wrong codes 400. */
function codeRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const error = toRejection(response, now);
  if (error === undefined || response.json === undefined) return error;
  if (error.kind === 'auth_expired')
    return platformError('forbidden', error.message, response.status, { platformCode: INVALID_CLIENT });
  return error.kind === 'rejected'
    ? platformError('rejected', error.message, response.status, { field: 'code' })
    : error;
}
