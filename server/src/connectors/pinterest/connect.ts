import type { Connecting } from '../../core/connecting.ts';
import type { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer } from '../../core/session.ts';
import { codeGrant, consentUrl } from '../code-grant.ts';
import { refused } from '../platform-call.ts';
import { inHeader } from '../refresh-grant.ts';
import { toRefusal } from './client.ts';

const REQUIRED = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
/** Without the last ones there are no secret boards. */
const SCOPES = [...REQUIRED, 'boards:read_secret', 'boards:write_secret', 'pins:read_secret', 'pins:write_secret'];

/** https://developers.pinterest.com/docs/api/v5/oauth-token. Pinterest cannot end a grant from our side. */
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
        // A refresh token that rolls on lasts as long as it is used.
        form: { continuous_refresh: 'true' },
        refusal: (answer) => codeRefusal(answer, session.now()),
      }),
  },
};

/** Wrong credentials of the app come as 401, wrong codes as 400. */
function codeRefusal(answer: PlatformAnswer, now: Date): PlatformError | undefined {
  const error = toRefusal(answer, now);
  if (error === undefined || answer.json === undefined) return error;
  if (error.kind === 'auth_expired')
    return refused('forbidden', error.message, answer.status, { platformCode: 'invalid_client' });
  return error.kind === 'rejected' ? refused('rejected', error.message, answer.status, { field: 'code' }) : error;
}
