import type { Connecting } from '../../core/connecting.ts';
import { consentUrl } from '../code-grant.ts';
import { exchangeMetaCode } from '../meta/login.ts';
import { success } from '../meta/wire.ts';
import { API, call } from './client.ts';

const REQUIRED = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
];
const SCOPES = [...REQUIRED, 'instagram_business_manage_messages', 'instagram_business_manage_insights'];

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    authorizeUrl: (request) => consentUrl(`${request.hosts.www}/oauth/authorize`, request, { separator: ',' }),
    exchange: (session, code) =>
      exchangeMetaCode(session, code, {
        tokenUrl: `${session.hosts.api}/oauth/access_token`,
        api: API,
        grantType: 'ig_exchange_token',
      }),
  },
  /** There is no end of a grant from our side: only the callbacks can be ended. The owner removes the app in Instagram. */
  async revoke(session) {
    await call(session, { method: 'DELETE', path: ['me', 'subscribed_apps'], answer: success });
  },
};
