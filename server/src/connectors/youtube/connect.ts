import type { Connecting } from '../../core/connecting.ts';
import { googleLogin, revokeGoogleLogin } from '../google/login.ts';

/** Enough for all that we do. https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps */
const SCOPES = ['https://www.googleapis.com/auth/youtube.force-ssl'];

/** One channel for each login: it is picked on the consent page. */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: googleLogin({ scopes: SCOPES, requiredScopes: SCOPES }),
  revoke: revokeGoogleLogin,
};
