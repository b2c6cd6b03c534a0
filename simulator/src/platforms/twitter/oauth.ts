import { createHash } from 'node:crypto';
import { html, json, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, Token, TokenPair } from '../../core/world/world.ts';
import { checkClient, reject } from './oauth-client.ts';
import type { Store } from './store.ts';

/** OAuth 2.0 with PKCE: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
const codeSeconds = 30;
const accessSeconds = 7200;
/** Not documented; reports speak of six months. */
const refreshSeconds = 182 * 24 * 3600;
const stateLengthMax = 500;

const allScopes = `tweet.read tweet.write tweet.moderate.write users.email users.read follows.read follows.write
  offline.access space.read mute.read mute.write like.read like.write list.read list.write block.read block.write
  bookmark.read bookmark.write dm.read dm.write media.write`.split(/\s+/);

export function authorize(store: Store, call: Call): PlatformResponse {
  const { world } = store;
  const scopes = (call.input('scope') ?? '').split(/[\s+]+/).filter((scope) => scope !== '');
  const redirectUri = call.input('redirect_uri') ?? '';
  const state = call.input('state') ?? '';
  const challenge = call.input('code_challenge') ?? '';
  const method = call.input('code_challenge_method') ?? 'plain';
  const isGood =
    call.input('response_type') === 'code' &&
    call.input('client_id') === world.app.client_id &&
    URL.canParse(redirectUri) &&
    scopes.length > 0 &&
    scopes.every((scope) => allScopes.includes(scope)) &&
    state.length > 0 &&
    state.length <= stateLengthMax &&
    challenge !== '' &&
    ['s256', 'plain'].includes(method.toLowerCase());
  if (!isGood)
    return html('<!doctype html><h1>Something went wrong</h1><p>You weren’t able to give access to the App.</p>', 400);

  const decision = call.input('decision');
  if (decision === undefined)
    return consentPage(call, { platform: 'X', appName: world.app.name, scopes, accounts: world.accounts.all() });
  const account = world.accounts.get(call.input('account') ?? '');
  const back = new URL(redirectUri);
  back.searchParams.set('state', state);
  if (decision !== 'allow' || !account) {
    back.searchParams.set('error', 'access_denied');
    return redirect(back.href);
  }
  const code = call.effect(() =>
    world.codes.issue({
      account: account.platform_id,
      clientId: world.app.client_id,
      redirectUri,
      scopes,
      expiresInSeconds: codeSeconds,
      codeChallenge: challenge,
      codeChallengeMethod: method,
    }),
  );
  back.searchParams.set('code', code.value);
  return redirect(back.href);
}

export function exchangeToken(store: Store, call: Call): PlatformResponse {
  const rejection = checkClient(store, call);
  if (rejection) return rejection;
  switch (call.input('grant_type')) {
    case 'authorization_code':
      return redeemCode(store, call);
    case 'refresh_token':
      return refresh(store, call);
    default:
      return reject('unsupported_grant_type', 'Value passed for the grant type was invalid.');
  }
}

function redeemCode(store: Store, call: Call): PlatformResponse {
  const { world } = store;
  const value = call.input('code') ?? '';
  const code = world.codes.peek(value);
  if (!code) return reject('invalid_request', 'Value passed for the authorization code was invalid.');
  if (call.input('redirect_uri') !== code.redirect_uri)
    return reject(
      'invalid_request',
      'Value passed for the redirect uri did not match the uri of the authorization code.',
    );
  const verifier = call.input('code_verifier') ?? '';
  const isPlain = code.code_challenge_method?.toLowerCase() === 'plain';
  const expected = isPlain ? verifier : createHash('sha256').update(verifier).digest('base64url');
  if (verifier === '' || expected !== code.code_challenge)
    return reject('invalid_request', 'Value passed for the code verifier did not match the code challenge.');
  return call.effect(() => {
    world.codes.redeem(value);
    return tokenResponse(issuePair(store, code.account, code.scopes, world.ids.text('', 16)), code.scopes);
  });
}

/** A refresh token works once. Using it again means that somebody else has it: every token of its family ends. */
function refresh(store: Store, call: Call): PlatformResponse {
  const { world } = store;
  const token = world.tokens.find(call.input('refresh_token') ?? '');
  const invalid = () => reject('invalid_request', 'Value passed for the token was invalid.');
  if (token?.kind !== 'refresh' || token.account === null) return invalid();
  const { account, scopes, note: family = '' } = token;
  if (token.revoked) {
    call.effect(() => endFamily(store, token));
    return invalid();
  }
  if (token.expires_at !== null && token.expires_at <= world.clock.now()) return invalid();
  return call.effect(() => {
    endFamily(store, token);
    return tokenResponse(issuePair(store, account, scopes, family), scopes);
  });
}

function endFamily(store: Store, { account, note }: Token): void {
  for (const token of store.world.tokens.of(account ?? ''))
    if (token.note === note && !token.revoked) store.world.tokens.revoke(token.value);
}

/** Tokens for the control API: the same pair as after the consent page, with every scope. */
export function connect(store: Store, account: Account): TokenPair {
  return store.world.effect(() => issuePair(store, account.platform_id, allScopes, store.world.ids.text('', 16)));
}

function issuePair({ world }: Store, account: string, scopes: readonly string[], family: string): TokenPair {
  const options = { account, scopes, note: family };
  const access = world.tokens.issue({ ...options, kind: 'access', expiresInSeconds: accessSeconds });
  const pair = { access_token: access.value, expires_in_seconds: accessSeconds };
  if (!scopes.includes('offline.access')) return pair;
  const refreshToken = world.tokens.issue({ ...options, kind: 'refresh', expiresInSeconds: refreshSeconds });
  return { ...pair, refresh_token: refreshToken.value };
}

function tokenResponse({ access_token, refresh_token }: TokenPair, scopes: readonly string[]): PlatformResponse {
  const pair = refresh_token === undefined ? { access_token } : { access_token, refresh_token };
  return json({ token_type: 'bearer', expires_in: accessSeconds, ...pair, scope: scopes.join(' ') });
}

export function revokeToken(store: Store, call: Call): PlatformResponse {
  const rejection = checkClient(store, call);
  if (rejection) return rejection;
  const token = store.world.tokens.find(call.input('token') ?? '');
  if (!token || token.account === null) return reject('invalid_request', 'Value passed for the token was invalid.');
  call.effect(() => (token.kind === 'refresh' ? endFamily(store, token) : store.world.tokens.revoke(token.value)));
  return json({ revoked: true });
}
