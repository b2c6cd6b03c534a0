import type { Connecting } from '../../core/connecting/connecting.ts';
import { metaLogin } from '../shared/meta/login.ts';
import { success } from '../shared/meta/wire.ts';
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
  oauth: metaLogin({
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    tokenHost: 'api',
    api: API,
    grantType: 'ig_exchange_token',
  }),
  /** We cannot revoke a grant, so this ends only the callbacks. The owner removes the app in Instagram. */
  async revoke(session) {
    await call(session, { method: 'DELETE', path: ['me', 'subscribed_apps'], response: success });
  },
};
