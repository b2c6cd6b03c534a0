import { createHash } from 'node:crypto';
import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import { partOf } from './access.ts';
import { reject } from './errors.ts';
import { allScopes } from './scopes.ts';
import { signedToken } from './sign.ts';
import type { Google } from './store.ts';

const accessSeconds = 3599;

/** `POST https://oauth2.googleapis.com/token`: https://developers.google.com/identity/protocols/oauth2/web-server */
export function giveToken(google: Google, call: Call): PlatformResponse {
  const { app } = google.world;
  const [id, secret] = clientOf(call);
  if (id !== app.client_id) return reject('invalid_client', 'The OAuth client was not found.', 401);
  if (secret !== app.client_secret) return reject('invalid_client', 'The provided client secret is invalid.', 401);
  switch (call.input('grant_type')) {
    case 'authorization_code':
      return redeemCode(google, call);
    case 'refresh_token':
      return refresh(google, call);
    default:
      return reject('unsupported_grant_type', `Invalid grant_type: ${call.input('grant_type') ?? ''}`);
  }
}

/** In the body, or as a Basic header. */
function clientOf(call: Call): (string | undefined)[] {
  const [, basic] = /^Basic\s+(\S.*)$/i.exec(call.headers.authorization ?? '') ?? [];
  if (basic === undefined) return [call.input('client_id'), call.input('client_secret')];
  return Buffer.from(basic, 'base64').toString('utf8').split(':');
}

function redeemCode(google: Google, call: Call): PlatformResponse {
  const { world, store } = google;
  const value = call.input('code') ?? '';
  const code = world.codes.peek(value);
  const grant = store.grants.get(value);
  if (!code || !grant) return reject('invalid_grant', grant ? 'Bad Request' : 'Malformed auth code.');
  if (call.input('redirect_uri') !== code.redirect_uri) return reject('redirect_uri_mismatch', 'Bad Request');
  if (code.code_challenge !== undefined) {
    const verifier = call.input('code_verifier');
    if (verifier === undefined) return reject('invalid_grant', 'Missing code verifier.');
    const isPlain = code.code_challenge_method === 'plain';
    const challenge = isPlain ? verifier : createHash('sha256').update(verifier).digest('base64url');
    if (challenge !== code.code_challenge) return reject('invalid_grant', 'Invalid code verifier.');
  }
  const { scopes } = code;
  return call.effect(() => {
    world.codes.redeem(value);
    const access = issueAccess(google, grant.locations, scopes);
    const more = grant.is_offline ? { refresh_token: issueRefresh(google, grant.locations, scopes) } : {};
    return json({ ...tokenResponse(google, code.account, access, scopes), ...more });
  });
}

/** The refresh token stays as it is, and older access tokens live on to their end. */
function refresh(google: Google, call: Call): PlatformResponse {
  const { world, store } = google;
  const token = world.tokens.find(call.input('refresh_token') ?? '');
  const grant = store.grants.get(call.input('refresh_token') ?? '');
  if (!grant || token?.kind !== 'refresh' || token.revoked || token.account === null)
    return reject('invalid_grant', token ? 'Token has been expired or revoked.' : 'Bad Request');
  const { account, scopes } = token;
  return call.effect(() => json(tokenResponse(google, account, issueAccess(google, grant.locations, scopes), scopes)));
}

function tokenResponse(google: Google, location: string, access_token: string, scopes: readonly string[]) {
  const shared = { access_token, expires_in: accessSeconds, scope: scopes.join(' '), token_type: 'Bearer' };
  if (!scopes.includes('openid')) return shared;
  const { world, store } = google;
  const user = store.users.get(store.locations.get(location)?.user ?? '');
  const who = { sub: user?.id, email: user?.email, email_verified: true, name: user?.name };
  const aud = world.app.client_id;
  return { ...shared, id_token: signedToken(google, { aud, azp: aud, ...who }) };
}

/** An access token of an hour, with a hidden part for every location beside the first. Inside an effect. */
function issueAccess({ world, store }: Google, locations: readonly string[], scopes: readonly string[]): string {
  const value = world.ids.text('ya29.a0', 160);
  for (const [index, account] of locations.entries())
    world.tokens.issue({
      kind: 'access',
      account,
      value: index === 0 ? value : partOf(value, account),
      scopes,
      expiresInSeconds: accessSeconds,
    });
  store.grants.put(value, { credential: value, locations, is_offline: false });
  return value;
}

function issueRefresh({ world, store }: Google, locations: readonly string[], scopes: readonly string[]): string {
  const value = world.ids.text('1//0g', 90);
  world.tokens.issue({ kind: 'refresh', account: locations[0] ?? null, value, scopes });
  store.grants.put(value, { credential: value, locations, is_offline: true });
  for (const location of locations) store.consents.put(location, { location });
  return value;
}

/** Tokens for the control API: the pair of a login with every scope. */
export function connect(google: Google, { platform_id }: Account): TokenPair {
  return google.world.effect(() => ({
    access_token: issueAccess(google, [platform_id], allScopes),
    refresh_token: issueRefresh(google, [platform_id], allScopes),
    expires_in_seconds: accessSeconds,
  }));
}

/** `POST /revoke`: the app loses everything that this login gave it, whichever of its tokens is named. */
export function revoke({ world, store }: Google, call: Call): PlatformResponse {
  const token = world.tokens.find(call.input('token') ?? '');
  if (!token || token.revoked) return reject('invalid_token', 'Token expired or revoked');
  const locations = store.grants.get(token.value)?.locations ?? [];
  call.effect(() => {
    for (const location of locations) {
      for (const { value, revoked } of world.tokens.of(location)) if (!revoked) world.tokens.revoke(value);
      store.consents.delete(location);
    }
  });
  return json({});
}

/** `GET /tokeninfo?access_token=`. */
export function readTokenInfo({ world, store }: Google, call: Call): PlatformResponse {
  // Google's own library gives the token in a header.
  const bearer = /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const token = world.tokens.find(call.input('access_token') ?? bearer ?? '');
  const secondsLeft = Math.floor(((token?.expires_at ?? 0) - world.clock.now()) / 1000);
  if (token?.kind !== 'access' || token.revoked || secondsLeft <= 0) return reject('invalid_token', 'Invalid Value');
  const user = store.users.get(store.locations.get(token.account ?? '')?.user ?? '');
  const aud = token.client_id;
  return json({
    azp: aud,
    aud,
    sub: token.scopes.includes('openid') ? user?.id : undefined,
    scope: token.scopes.join(' '),
    exp: String(Math.floor((token.expires_at ?? 0) / 1000)),
    expires_in: String(secondsLeft),
    email: user?.email,
    email_verified: 'true',
    access_type: 'offline',
  });
}
