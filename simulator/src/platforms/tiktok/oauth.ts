import { createHash } from 'node:crypto';
import { escapeHtml, html, json, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import { allScopes } from './access.ts';
import { oauthError } from './errors.ts';
import type { TikTok } from './store.ts';
import { sendEvent } from './webhooks.ts';

/** https://developers.tiktok.com/doc/oauth-user-access-token-management */
const codeSeconds = 600;
const accessSeconds = 86_400;
const refreshSeconds = 31_536_000;
const revokedByUser = 1;
const revokedByDeveloper = 5;

/** `GET https://www.tiktok.com/v2/auth/authorize/`. */
export function authorize({ world }: TikTok, call: Call): PlatformResponse {
  const redirectUri = call.input('redirect_uri') ?? '';
  const scopes = (call.input('scope') ?? '').split(',').filter(Boolean);
  if (call.input('client_key') !== world.app.client_id) return rejected('client_key');
  if (call.input('response_type') !== 'code') return rejected('response_type');
  if (!URL.canParse(redirectUri)) return rejected('redirect_uri');
  if (scopes.length === 0 || scopes.some((scope) => !allScopes.includes(scope))) return rejected('scope');
  const challenge = call.input('code_challenge');
  // Not the base64url of RFC 7636: https://developers.tiktok.com/doc/login-kit-desktop
  const isHex = challenge === undefined || /^[0-9a-f]{64}$/.test(challenge);
  if (!isHex || (challenge !== undefined && call.input('code_challenge_method') !== 'S256'))
    return rejected('code_challenge');
  const decision = call.input('decision');
  if (decision === undefined)
    return consentPage(call, { platform: 'TikTok', appName: world.app.name, scopes, accounts: world.accounts.all() });
  const account = world.accounts.get(call.input('account') ?? '');
  const back = new URL(redirectUri);
  const state = call.input('state');
  if (decision !== 'allow' || !account) {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'User denied the authorization.');
  } else {
    const { value } = call.effect(() =>
      world.codes.issue({
        account: account.platform_id,
        clientId: world.app.client_id,
        redirectUri,
        scopes,
        expiresInSeconds: codeSeconds,
        ...(challenge === undefined ? {} : { codeChallenge: challenge, codeChallengeMethod: 'S256' }),
      }),
    );
    back.searchParams.set('code', value);
    back.searchParams.set('scopes', scopes.join(','));
  }
  if (state !== undefined) back.searchParams.set('state', state);
  return redirect(back.href);
}

/** `POST /v2/oauth/token/`. */
export function giveToken(tiktok: TikTok, call: Call): PlatformResponse {
  const rejection = rejectClient(tiktok, call);
  if (rejection) return rejection;
  switch (call.input('grant_type')) {
    case 'authorization_code':
      return redeemCode(tiktok, call);
    case 'refresh_token':
      return refresh(tiktok, call);
    default:
      return oauthError('unsupported_grant_type', 'The grant type is not supported.');
  }
}

function rejectClient({ world }: TikTok, call: Call): PlatformResponse | undefined {
  const { client_id, client_secret } = world.app;
  const isKnown = call.input('client_key') === client_id && call.input('client_secret') === client_secret;
  return isKnown ? undefined : oauthError('invalid_client', 'Client key or secret is incorrect.');
}

function redeemCode(tiktok: TikTok, call: Call): PlatformResponse {
  const { codes } = tiktok.world;
  const code = codes.peek(call.input('code') ?? '');
  if (!code) return oauthError('invalid_grant', 'Authorization code is expired.');
  if (call.input('redirect_uri') !== code.redirect_uri)
    return oauthError('invalid_request', 'Redirect_uri is not matched with the uri when requesting code.');
  const verifier = createHash('sha256')
    .update(call.input('code_verifier') ?? '')
    .digest('hex');
  if (code.code_challenge !== undefined && code.code_challenge !== verifier)
    return oauthError('invalid_request', 'Code verifier or code challenge is invalid.');
  return call.effect(() => {
    codes.redeem(code.value);
    return json(issue(tiktok, code.account, code.scopes));
  });
}

/** A refresh gives a new refresh token beside the old one, which stays good: the new one is to be kept. */
function refresh(tiktok: TikTok, call: Call): PlatformResponse {
  const { world } = tiktok;
  const token = world.tokens.find(call.input('refresh_token') ?? '');
  const isOver = (token?.expires_at ?? 0) <= world.clock.now();
  const { account = null } = token ?? {};
  if (token?.kind !== 'refresh' || account === null || token.revoked || isOver)
    return oauthError('invalid_grant', 'Refresh token is invalid or expired.');
  return call.effect(() => json(issue(tiktok, account, token.scopes)));
}

/** `POST /v2/oauth/revoke/`: the whole grant ends, and the app is told by webhook. */
export function revoke(tiktok: TikTok, call: Call): PlatformResponse {
  const { world } = tiktok;
  const rejection = rejectClient(tiktok, call);
  if (rejection) return rejection;
  const token = world.tokens.find(call.input('token') ?? '');
  if (!token || token.account === null) return oauthError('invalid_request', 'The token is not known.');
  const { account } = token;
  call.effect(() => endGrant(tiktok, account, revokedByDeveloper));
  return { status: 200, body: '', contentType: 'application/json' };
}

/** The account's owner takes the app away in the settings of TikTok. */
export function removeApp(tiktok: TikTok, { platform_id }: Account): void {
  tiktok.world.effect(() => endGrant(tiktok, platform_id, revokedByUser));
}

function endGrant(tiktok: TikTok, account: string, reason: number): void {
  const { tokens } = tiktok.world;
  for (const { value } of tokens.of(account)) tokens.revoke(value);
  sendEvent(tiktok, account, 'authorization.removed', { reason });
}

function issue({ world }: TikTok, account: string, scopes: readonly string[]) {
  const tokenOf = (kind: 'access' | 'refresh', prefix: string, expiresInSeconds: number) =>
    world.tokens.issue({ kind, account, value: world.ids.text(prefix, 60), scopes, expiresInSeconds }).value;
  return {
    access_token: tokenOf('access', 'act.', accessSeconds),
    expires_in: accessSeconds,
    open_id: account,
    refresh_expires_in: refreshSeconds,
    refresh_token: tokenOf('refresh', 'rft.', refreshSeconds),
    scope: scopes.join(','),
    token_type: 'Bearer',
  };
}

/** Tokens for the control API. */
export function connect(tiktok: TikTok, { platform_id }: Account): TokenPair {
  const { access_token, refresh_token, expires_in } = tiktok.world.effect(() => issue(tiktok, platform_id, allScopes));
  return { access_token, refresh_token, expires_in_seconds: expires_in };
}

function rejected(name: string): PlatformResponse {
  return html(`<!doctype html><html lang="en"><title>TikTok</title><p>${escapeHtml(name)}</p></html>`, 400);
}
