import { html, json, redirect } from '../../core/answer.ts';
import { consentPage } from '../../core/consent-page.ts';
import type { Answer, Call } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world.ts';
import { GraphError, invalidParameter, missingParameter } from '../meta/errors.ts';
import { allScopes, scopes } from './scopes.ts';
import { dayMs, type Instagram } from './store.ts';

const codeSeconds = 3600;
const shortSeconds = 3600;
const longSeconds = 60 * 86_400;

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login */
export function authorize({ world }: Instagram, call: Call): Answer {
  const redirectUri = call.input('redirect_uri') ?? '';
  const asked = (call.input('scope') ?? '').split(/[\s,]+/).filter(Boolean);
  if (call.input('client_id') !== world.app.client_id) return refusedPage('Invalid platform app');
  if (!URL.canParse(redirectUri)) return refusedPage('Invalid redirect_uri');
  if (call.input('response_type') !== 'code') return refusedPage('Invalid response_type');
  if (asked.length === 0 || asked.some((scope) => !allScopes.includes(scope))) return refusedPage('Invalid scope');

  const decision = call.input('decision');
  if (decision === undefined) {
    const accounts = world.accounts.all();
    return consentPage(call, { platform: 'Instagram', appName: world.app.name, scopes: asked, accounts });
  }
  const state = call.input('state');
  const account = world.accounts.get(call.input('account') ?? '') ?? world.accounts.all()[0];
  if (decision !== 'allow' || !account) {
    const denied = {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    };
    return redirect(withQuery(redirectUri, { ...denied, state }));
  }
  const { value } = call.effect(() =>
    world.codes.issue({
      account: account.platform_id,
      clientId: world.app.client_id,
      redirectUri,
      scopes: asked,
      expiresInSeconds: codeSeconds,
      value: world.ids.text('AQBx', 60),
    }),
  );
  return redirect(`${withQuery(redirectUri, { code: value, state })}#_`);
}

/** The code exchange: a token of one hour. `user_id` is written as a bare number that does not fit into a double. */
export function exchangeCode({ world, options }: Instagram, call: Call): Answer {
  if (call.input('client_id') !== world.app.client_id) return refusedToken('Invalid platform app');
  if (call.input('client_secret') !== world.app.client_secret) return refusedToken('Error validating client secret.');
  if (call.input('grant_type') !== 'authorization_code') return refusedToken('Invalid grant_type');
  const code = world.codes.peek(call.input('code') ?? '');
  if (!code) return refusedToken('Matching code was not found or was already used');
  if (code.redirect_uri !== call.input('redirect_uri'))
    return refusedToken('Error validating verification code. Please make sure your redirect_uri is identical');

  const token = call.effect(() => {
    world.codes.redeem(code.value);
    return issue(world, code.account, 'short', code.scopes);
  });
  if (options.tokenAnswer === 'data') {
    const permissions = code.scopes.join(',');
    return json({ data: [{ access_token: token.value, user_id: code.account, permissions }] });
  }
  const [start, end] = JSON.stringify({ access_token: token.value, user_id: 0, permissions: code.scopes }).split(
    '"user_id":0',
  );
  const body = `${start}"user_id":${code.account}${end}`;
  return { status: 200, body, contentType: 'application/json; charset=utf-8' };
}

/** Short for long: `GET /access_token?grant_type=ig_exchange_token`. */
export function exchangeToken({ world }: Instagram, call: Call): Answer {
  if (call.input('grant_type') !== 'ig_exchange_token')
    throw invalidParameter('Param grant_type must be ig_exchange_token');
  if (call.input('client_secret') === undefined) throw missingParameter('client_secret');
  if (call.input('client_secret') !== world.app.client_secret)
    throw new GraphError({ message: 'Error validating client secret.', code: 101 });
  if (call.token?.note !== 'short') throw invalidParameter('Only a short-lived token can be exchanged');
  return json(longToken(world, call));
}

/** `GET /refresh_access_token`: only for a long-lived token that is at least a day old. The old one stays valid. */
export function refreshToken({ world }: Instagram, call: Call): Answer {
  if (call.input('grant_type') !== 'ig_refresh_token')
    throw invalidParameter('Param grant_type must be ig_refresh_token');
  if (call.token?.note !== 'long') throw invalidParameter('Only a long-lived token can be refreshed');
  if (!call.token.scopes.includes(scopes.basic))
    throw new GraphError({ message: '(#10) Application does not have permission for this action', code: 10 });
  if (world.clock.now() - call.token.issued_at < dayMs)
    throw invalidParameter('The access token must be at least 24 hours old to be refreshed');
  return json({ ...longToken(world, call), permissions: call.token.scopes.join(',') });
}

/** The token that a connected account has in daily use. */
export function connect({ world }: Instagram, account: Account): TokenPair {
  const token = world.effect(() => issue(world, account.platform_id, 'long', allScopes));
  return { access_token: token.value, expires_in_seconds: longSeconds };
}

function longToken(world: Instagram['world'], call: Call): object {
  const { account, scopes: granted } = call.token ?? { account: null, scopes: [] };
  const token = call.effect(() => issue(world, account, 'long', granted));
  return { access_token: token.value, token_type: 'bearer', expires_in: longSeconds };
}

function issue(
  world: Instagram['world'],
  account: string | null,
  life: 'short' | 'long',
  granted: readonly string[],
): { value: string } {
  return world.tokens.issue({
    kind: 'access',
    account,
    value: world.ids.text('IGAA', 150),
    scopes: granted,
    expiresInSeconds: life === 'short' ? shortSeconds : longSeconds,
    note: life,
  });
}

function refusedToken(message: string): Answer {
  return json({ error_type: 'OAuthException', code: 400, error_message: message }, 400);
}

function refusedPage(reason: string): Answer {
  const text = `Invalid Request: Request parameters are invalid: ${reason}`;
  return html(`<!doctype html><html lang="en"><title>Instagram</title><p>${text}</p></html>`, 400);
}

/** Query values are form-encoded, as Instagram does: a blank becomes a plus sign. */
function withQuery(address: string, values: Record<string, string | undefined>): string {
  const url = new URL(address);
  url.hash = '';
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
