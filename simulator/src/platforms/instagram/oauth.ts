import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import * as login from '../meta/login.ts';
import { allScopes, scopes } from './scopes.ts';
import type { Instagram } from './store.ts';

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login */
const product: login.LoginProduct = {
  displayName: 'Instagram',
  scopes: allScopes,
  basicScope: scopes.basic,
  tokenPrefix: 'IGAA',
  exchangeGrant: 'ig_exchange_token',
  refreshGrant: 'ig_refresh_token',
};

export function authorize({ world }: Instagram, call: Call): PlatformResponse {
  return login.authorize(world, product, call);
}

export function exchangeCode({ world, options }: Instagram, call: Call): PlatformResponse {
  const redeemed = login.redeemCode(world, product, call);
  if (!('code' in redeemed)) return redeemed;
  const { token: access_token, code } = redeemed;
  if (options.tokenResponse === 'data')
    return json({ data: [{ access_token, user_id: code.account, permissions: code.scopes.join(',') }] });
  return login.withBareUserId({ access_token, permissions: code.scopes }, code.account);
}

/** Short for long: `GET /access_token?grant_type=ig_exchange_token`. */
export function exchangeToken({ world }: Instagram, call: Call): PlatformResponse {
  return json(login.exchangeToken(world, product, call));
}

/** `GET /refresh_access_token`. */
export function refreshToken({ world }: Instagram, call: Call): PlatformResponse {
  const token = login.refreshToken(world, product, call);
  return json({ ...token, permissions: call.token?.scopes.join(',') });
}

export function connect({ world }: Instagram, account: Account): TokenPair {
  return login.connect(world, product, account);
}
