import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import { GraphError, invalidParameter, missingParameter } from '../meta/errors.ts';
import * as login from '../meta/login.ts';
import { unixSeconds } from '../meta/time.ts';
import { allScopes, scopes } from './scopes.ts';
import type { Threads } from './store.ts';

/** https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions */
const product: login.LoginProduct = {
  displayName: 'Threads',
  scopes: allScopes,
  basicScope: scopes.basic,
  tokenPrefix: 'THQVJ',
  exchangeGrant: 'th_exchange_token',
  refreshGrant: 'th_refresh_token',
};

/** A permission is good for 90 days from the last time that it was given or renewed. */
const grantSeconds = 90 * 86_400;

/** Addresses to return to are https only; this machine's own are let through for development. */
export function authorize({ world }: Threads, call: Call): PlatformResponse {
  const { protocol, hostname } = URL.parse(call.input('redirect_uri') ?? '') ?? {};
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
  if (protocol === 'http:' && !isLocal) return login.rejectedPage(product, 'Insecure redirect_uri');
  return login.authorize(world, product, call);
}

export function exchangeCode({ world }: Threads, call: Call): PlatformResponse {
  const redeemed = login.redeemCode(world, product, call);
  if (!('code' in redeemed)) return redeemed;
  return login.withBareUserId({ access_token: redeemed.token }, redeemed.code.account);
}

/** `GET /oauth/access_token?grant_type=client_credentials`: the app's own token. */
export function appToken({ world }: Threads, call: Call): PlatformResponse {
  if (call.input('grant_type') !== 'client_credentials')
    throw invalidParameter('Param grant_type must be client_credentials');
  const isApp =
    call.input('client_id') === world.app.client_id && call.input('client_secret') === world.app.client_secret;
  if (!isApp) throw new GraphError({ message: 'Error validating client secret.', code: 101 });
  const value = `TH|${world.app.client_id}|${world.ids.text('', 27)}`;
  const token = call.effect(() => world.tokens.issue({ kind: 'access', account: null, value }));
  return json({ access_token: token.value, token_type: 'bearer' });
}

/** Short for long: `GET /access_token?grant_type=th_exchange_token`. */
export function exchangeToken({ world }: Threads, call: Call): PlatformResponse {
  return json(login.exchangeToken(world, product, call));
}

/** `GET /refresh_access_token?grant_type=th_refresh_token`. */
export function refreshToken({ world }: Threads, call: Call): PlatformResponse {
  return json(login.refreshToken(world, product, call));
}

/** `GET /debug_token`: what a token is, asked with any token of the app. */
export function debugToken({ world }: Threads, call: Call): PlatformResponse {
  const input = call.input('input_token');
  if (input === undefined) throw missingParameter('input_token');
  const token = world.tokens.find(input);
  const now = world.clock.now();
  if (!token || token.revoked || (token.expires_at !== null && token.expires_at <= now)) {
    const message = token ? 'Error validating access token: Session has expired.' : 'Invalid OAuth access token.';
    return json({ data: { error: { code: 190, message }, is_valid: false, scopes: [] } });
  }
  const issued_at = unixSeconds(token.issued_at);
  return json({
    data: {
      type: token.account === null ? 'APP' : 'USER',
      application: world.app.name,
      data_access_expires_at: issued_at + grantSeconds,
      expires_at: token.expires_at === null ? 0 : unixSeconds(token.expires_at),
      is_valid: true,
      issued_at,
      scopes: token.scopes,
      ...(token.account !== null && { user_id: token.account }),
    },
  });
}

export function connect({ world }: Threads, account: Account): TokenPair {
  return login.connect(world, product, account);
}
