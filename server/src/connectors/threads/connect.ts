import type { Connecting } from '../../core/connecting.ts';
import { consentUrl } from '../code-grant.ts';
import { exchangeMetaCode } from '../meta/login.ts';
import { API } from './client.ts';

const REQUIRED = ['threads_basic', 'threads_content_publish', 'threads_read_replies', 'threads_manage_replies'];
const SCOPES = [...REQUIRED, 'threads_manage_insights', 'threads_manage_mentions', 'threads_delete'];

/** https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions. Nothing ends a grant from our side. */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    authorizeUrl: (request) => consentUrl(`${request.hosts.www}/oauth/authorize`, request, { separator: ',' }),
    exchange: (session, code) =>
      exchangeMetaCode(session, code, {
        tokenUrl: `${session.hosts.graph}/oauth/access_token`,
        api: API,
        grantType: 'th_exchange_token',
      }),
  },
};
