import { createHash } from 'node:crypto';
import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import { reject } from '../google/errors.ts';
import { allScopes } from './scopes.ts';
import type { Youtube } from './store.ts';

const accessSeconds = 3599;
/** Codes of logins that asked for offline access begin so. */
const offlineCode = '4/0A';

/** `POST https://oauth2.googleapis.com/token`: https://developers.google.com/identity/protocols/oauth2/web-server */
export function giveToken(youtube: Youtube, call: Call): PlatformResponse {
  const { app } = youtube.world;
  if (call.input('client_id') !== app.client_id)
    return reject('invalid_client', 'The OAuth client was not found.', 401);
  if (call.input('client_secret') !== app.client_secret)
    return reject('invalid_client', 'The provided client secret is invalid.', 401);
  const type = call.input('grant_type');
  if (type === 'authorization_code') return redeemCode(youtube, call);
  if (type === 'refresh_token') return refresh(youtube, call);
  return reject('unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`);
}

function redeemCode(youtube: Youtube, call: Call): PlatformResponse {
  const { world } = youtube;
  const code = world.codes.peek(call.input('code') ?? '');
  if (!code) return reject('invalid_grant', 'Malformed auth code.');
  if (call.input('redirect_uri') !== code.redirect_uri) return reject('redirect_uri_mismatch', 'Bad Request');
  const { account, scopes, code_challenge } = code;
  if (code_challenge !== undefined) {
    const verifier = call.input('code_verifier');
    if (verifier === undefined) return reject('invalid_grant', 'Missing code verifier.');
    const isPlain = code.code_challenge_method === 'plain';
    const challenge = isPlain ? verifier : createHash('sha256').update(verifier).digest('base64url');
    if (challenge !== code_challenge) return reject('invalid_grant', 'Invalid code verifier.');
  }
  return call.effect(() => {
    world.codes.redeem(code.value);
    const access = issueAccess(youtube, account, scopes);
    const isOffline = code.value.startsWith(offlineCode);
    const more = isOffline ? { refresh_token: issueRefresh(youtube, account, scopes) } : {};
    return json({ ...tokenResponse(access, scopes), ...more });
  });
}

/** The refresh token stays as it is, and older access tokens live on to their end. */
function refresh(youtube: Youtube, call: Call): PlatformResponse {
  const token = youtube.world.tokens.find(call.input('refresh_token') ?? '');
  if (token?.kind !== 'refresh' || token.revoked || token.account === null)
    return reject('invalid_grant', token ? 'Token has been expired or revoked.' : 'Bad Request');
  const { account, scopes } = token;
  return call.effect(() => json(tokenResponse(issueAccess(youtube, account, scopes), scopes)));
}

function tokenResponse(access_token: string, scopes: readonly string[]) {
  return { access_token, expires_in: accessSeconds, scope: scopes.join(' '), token_type: 'Bearer' };
}

function issueAccess({ world }: Youtube, account: string, scopes: readonly string[]): string {
  const value = world.ids.text('ya29.a0', 160);
  world.tokens.issue({ kind: 'access', account, value, scopes, expiresInSeconds: accessSeconds });
  return value;
}

function issueRefresh({ world, store }: Youtube, account: string, scopes: readonly string[]): string {
  const value = world.ids.text('1//0g', 90);
  world.tokens.issue({ kind: 'refresh', account, value, scopes });
  store.consents.put(account, { channel: account });
  return value;
}

/** Tokens for the control API: the pair of a login with every scope. */
export function connect(youtube: Youtube, { platform_id }: Account): TokenPair {
  return youtube.world.effect(() => ({
    access_token: issueAccess(youtube, platform_id, allScopes),
    refresh_token: issueRefresh(youtube, platform_id, allScopes),
    expires_in_seconds: accessSeconds,
  }));
}

/** `POST /revoke`: the app loses everything that this login gave it, whichever of its tokens is named. */
export function revoke({ world, store }: Youtube, call: Call): PlatformResponse {
  const token = world.tokens.find(call.input('token') ?? '');
  if (!token || token.revoked || token.account === null) return reject('invalid_token', 'Token expired or revoked');
  const { account } = token;
  call.effect(() => {
    for (const { value, revoked } of world.tokens.of(account)) if (!revoked) world.tokens.revoke(value);
    store.consents.delete(account);
  });
  return json({});
}

/** A number of its own for the person behind each channel. */
function personOf(account: string): string {
  return BigInt(`0x${createHash('sha256').update(account).digest('hex').slice(0, 16)}`).toString();
}

/** `GET /tokeninfo?access_token=`. */
export function readTokenInfo({ world }: Youtube, call: Call): PlatformResponse {
  // Google's own library gives the token in a header.
  const bearer = /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const token = world.tokens.find(call.input('access_token') ?? bearer ?? '');
  const secondsLeft = Math.floor(((token?.expires_at ?? 0) - world.clock.now()) / 1000);
  if (token?.kind !== 'access' || token.revoked || secondsLeft <= 0) return reject('invalid_token', 'Invalid Value');
  const { client_id: aud, scopes } = token;
  const exp = String(Math.floor((token.expires_at ?? 0) / 1000));
  const facts = {
    azp: aud,
    aud,
    scope: scopes.join(' '),
    exp,
    expires_in: String(secondsLeft),
    access_type: 'offline',
  };
  return json(scopes.includes('openid') ? { ...facts, sub: personOf(token.account ?? '') } : facts);
}
