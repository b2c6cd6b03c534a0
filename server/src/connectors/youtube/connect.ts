import type { Connecting } from '../../core/connecting/connecting.ts';
import { googleLogin, PERSON, revokeGoogleLogin } from '../shared/google/login.ts';

/** One scope covers every call of ours. https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps */
const SCOPES = ['https://www.googleapis.com/auth/youtube.force-ssl'];

/** The consent page picks the channel, so a login has one. */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: googleLogin({ scopes: SCOPES, requiredScopes: SCOPES }),
  sharedBy: PERSON,
  revoke: revokeGoogleLogin,
};
