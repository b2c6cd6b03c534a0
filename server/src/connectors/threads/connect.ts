import type { Connecting } from '../../core/connecting/connecting.ts';
import { metaLogin } from '../shared/meta/login.ts';
import { API } from './client.ts';

const REQUIRED = ['threads_basic', 'threads_content_publish', 'threads_read_replies', 'threads_manage_replies'];
const SCOPES = [...REQUIRED, 'threads_manage_insights', 'threads_manage_mentions', 'threads_delete'];

/**
 * https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions We cannot revoke a grant.
 */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: metaLogin({
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    tokenHost: 'graph',
    api: API,
    grantType: 'th_exchange_token',
  }),
};
