import { escapeHtml, html, json, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import { allScopes } from './access.ts';
import { invalid, unauthorized } from './errors.ts';
import type { Pinterest } from './store.ts';

/** https://developers.pinterest.com/docs/api/v5/oauth-token */
const codeSeconds = 600;
const accessSeconds = 2_592_000;
const fixedRefreshSeconds = 31_536_000;
const rollingRefreshSeconds = 60 * 86_400;

/** How a refresh token lives: a fixed year, or 60 days and a new one at every refresh. */
type Life = 'fixed' | 'continuous';

/** `GET https://www.pinterest.com/oauth/`. */
export function authorize({ world }: Pinterest, call: Call): PlatformResponse {
  const redirectUri = call.input('redirect_uri') ?? '';
  const scopes = scopesIn(call.input('scope'));
  if (call.input('client_id') !== world.app.client_id) return rejected('The app does not exist.');
  if (call.input('response_type') !== 'code') return rejected('The response type must be code.');
  if (!URL.canParse(redirectUri)) return rejected('The redirect address is not registered.');
  if (scopes.length === 0 || scopes.some((scope) => !allScopes.includes(scope))) return rejected('Invalid scope.');
  const decision = call.input('decision');
  if (decision === undefined)
    return consentPage(call, {
      platform: 'Pinterest',
      appName: world.app.name,
      scopes,
      accounts: world.accounts.all(),
    });
  const account = world.accounts.get(call.input('account') ?? '');
  const back = new URL(redirectUri);
  const state = call.input('state');
  if (state !== undefined) back.searchParams.set('state', state);
  if (decision !== 'allow' || !account) {
    back.searchParams.set('error', 'access_denied');
    return redirect(back.href);
  }
  const { value } = call.effect(() =>
    world.codes.issue({
      account: account.platform_id,
      clientId: world.app.client_id,
      redirectUri,
      scopes,
      expiresInSeconds: codeSeconds,
    }),
  );
  back.searchParams.set('code', value);
  return redirect(back.href);
}

/** `POST /v5/oauth/token`, the app named by a Basic header. */
export function giveToken(pinterest: Pinterest, call: Call): PlatformResponse {
  const { app } = pinterest.world;
  const [, basic = ''] = /^Basic\s+(\S.*)$/i.exec(call.headers.authorization ?? '') ?? [];
  if (Buffer.from(basic, 'base64').toString('utf8') !== `${app.client_id}:${app.client_secret}`) return unauthorized();
  switch (call.input('grant_type')) {
    case 'authorization_code':
      return redeemCode(pinterest, call);
    case 'refresh_token':
      return refresh(pinterest, call);
    default:
      throw invalid("'grant_type' is not one of authorization_code, refresh_token");
  }
}

function redeemCode(pinterest: Pinterest, call: Call): PlatformResponse {
  const { codes } = pinterest.world;
  const code = codes.peek(call.input('code') ?? '');
  if (!code || call.input('redirect_uri') !== code.redirect_uri) throw invalid('the authorization code is not valid');
  const life: Life = call.input('continuous_refresh') === 'true' ? 'continuous' : 'fixed';
  return call.effect(() => {
    codes.redeem(code.value);
    const access_token = issueAccess(pinterest, code.account, code.scopes);
    const more = issueRefresh(pinterest, code.account, code.scopes, life);
    return json({ ...more, ...shared('authorization_code', access_token, code.scopes) });
  });
}

/** Fewer scopes may be asked for. A fixed refresh token stays; a continuous one is followed by a new one. */
function refresh(pinterest: Pinterest, call: Call): PlatformResponse {
  const { world } = pinterest;
  const token = world.tokens.find(call.input('refresh_token') ?? '');
  const isOver = (token?.expires_at ?? 0) <= world.clock.now();
  if (token?.kind !== 'refresh' || token.account === null || token.revoked || isOver)
    throw invalid('the refresh token is not valid');
  const requested = scopesIn(call.input('scope'));
  if (requested.some((scope) => !token.scopes.includes(scope))) throw invalid("'scope' was not granted");
  const { account } = token;
  const scopes = requested.length > 0 ? requested : token.scopes;
  return call.effect(() => {
    const access_token = issueAccess(pinterest, account, scopes);
    const isContinuous = token.note === 'continuous';
    const more = isContinuous ? issueRefresh(pinterest, account, token.scopes, 'continuous') : {};
    return json({ ...more, ...shared('refresh_token', access_token, scopes) });
  });
}

function shared(response_type: string, access_token: string, scopes: readonly string[]) {
  return { access_token, response_type, token_type: 'bearer', expires_in: accessSeconds, scope: scopes.join(' ') };
}

function issueAccess({ world }: Pinterest, account: string, scopes: readonly string[]): string {
  const value = world.ids.text('pina_', 90);
  return world.tokens.issue({ kind: 'access', account, value, scopes, expiresInSeconds: accessSeconds }).value;
}

function issueRefresh({ world }: Pinterest, account: string, scopes: readonly string[], life: Life) {
  const value = world.ids.text('pinr_', 90);
  const expiresInSeconds = life === 'fixed' ? fixedRefreshSeconds : rollingRefreshSeconds;
  world.tokens.issue({ kind: 'refresh', account, value, scopes, expiresInSeconds, note: life });
  return { refresh_token: value, refresh_token_expires_in: expiresInSeconds };
}

/** Tokens for the control API. */
export function connect(pinterest: Pinterest, { platform_id }: Account): TokenPair {
  return pinterest.world.effect(() => ({
    access_token: issueAccess(pinterest, platform_id, allScopes),
    refresh_token: issueRefresh(pinterest, platform_id, allScopes, 'fixed').refresh_token,
    expires_in_seconds: accessSeconds,
  }));
}

function scopesIn(text = ''): string[] {
  return text.split(/[\s,+]+/).filter(Boolean);
}

function rejected(reason: string): PlatformResponse {
  return html(`<!doctype html><html lang="en"><title>Pinterest</title><p>${escapeHtml(reason)}</p></html>`, 400);
}
