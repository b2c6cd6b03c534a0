import { html, json, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { GraphError, invalidParameter, missingParameter } from '../meta/errors.ts';
import { servedVersion } from '../meta/versions.ts';
import { grantPages, userOf } from './grants.ts';
import { allScopes } from './scopes.ts';
import type { Facebook } from './store.ts';

const codeSeconds = 600;

/**
 * The login dialog: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow. The one who logs in
 * picks Pages: every `account` of the response, without any all of them.
 */
export function authorize(facebook: Facebook, call: Call): PlatformResponse {
  const { world, store } = facebook;
  const redirectUri = call.input('redirect_uri') ?? '';
  const hasConfiguration = call.input('config_id') !== undefined;
  const asked = hasConfiguration ? [...allScopes] : (call.input('scope') ?? '').split(/[\s,]+/).filter(Boolean);
  if (servedVersion(call) === null) return rejectedPage('Unknown version');
  if (call.input('client_id') !== world.app.client_id) return rejectedPage('Invalid App ID');
  if (!URL.canParse(redirectUri)) return rejectedPage('URL Blocked');
  if ((call.input('response_type') ?? 'code') !== 'code') return rejectedPage('Invalid response_type');
  const wrong = asked.filter((scope) => !allScopes.includes(scope));
  if (wrong.length > 0) return rejectedPage(`Invalid Scopes: ${wrong.join(', ')}`);

  const decision = call.input('decision');
  if (decision === undefined)
    return consentPage(call, {
      platform: 'Facebook',
      appName: world.app.name,
      scopes: asked,
      accounts: world.accounts.all(),
    });
  const state = call.input('state');
  const chosen = call.inputs('account').flatMap((id) => world.accounts.get(id) ?? []);
  const pages = (chosen.length > 0 ? chosen : world.accounts.all()).map(({ platform_id }) => platform_id);
  const [first] = pages;
  if (decision !== 'allow' || first === undefined) {
    const denied = {
      error: 'access_denied',
      error_code: '200',
      error_reason: 'user_denied',
      error_description: 'Permissions error',
    };
    return redirect(withQuery(redirectUri, { ...denied, state }));
  }
  const { value } = call.effect(() => {
    const code = world.codes.issue({
      account: first,
      clientId: world.app.client_id,
      redirectUri,
      scopes: [...new Set(['public_profile', ...asked])],
      expiresInSeconds: codeSeconds,
      value: world.ids.text('AQD', 180),
    });
    store.consents.put(code.value, { code: code.value, user: userOf(facebook, first), pages });
    return code;
  });
  return redirect(`${withQuery(redirectUri, { code: value, state })}#_=_`);
}

/** `/oauth/access_token`: a code, a short-lived token, or the app's own secret for a token. */
export function giveToken(facebook: Facebook, call: Call): PlatformResponse {
  const { app } = facebook.world;
  if (call.input('client_id') !== app.client_id)
    throw new GraphError({ message: 'Error validating application. Cannot get application info.', code: 101 });
  if (call.input('client_secret') !== app.client_secret)
    throw new GraphError({ message: 'Error validating client secret.', code: 1 });
  switch (call.input('grant_type') ?? 'authorization_code') {
    case 'authorization_code':
      return exchangeCode(facebook, call);
    case 'fb_exchange_token':
      return exchangeToken(facebook, call);
    case 'client_credentials':
      return json({ access_token: `${app.client_id}|${app.client_secret}`, token_type: 'bearer' });
    default:
      throw invalidParameter('Param grant_type is unknown');
  }
}

function exchangeCode(facebook: Facebook, call: Call): PlatformResponse {
  const { world, store } = facebook;
  const value = call.input('code');
  if (!value) throw missingParameter('code');
  const consent = store.consents.get(value);
  const code = world.codes.peek(value);
  if (!consent) throw codeError('Invalid verification code format.', undefined);
  if (!code) throw codeError('This authorization code has expired or been used.', 36009);
  if (code.redirect_uri !== call.input('redirect_uri'))
    throw codeError(
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      36008,
    );
  const token = call.effect(() => {
    world.codes.redeem(value);
    return grantPages(facebook, { user: consent.user, pages: consent.pages, scopes: code.scopes, life: 'short' });
  });
  return json({ access_token: token.value, token_type: 'bearer', expires_in: token.expiresInSeconds });
}

/** Short for long. A long one is given again with the time that it has left. */
function exchangeToken(facebook: Facebook, call: Call): PlatformResponse {
  const { world, store } = facebook;
  const value = call.input('fb_exchange_token');
  if (!value) throw missingParameter('fb_exchange_token');
  const token = world.tokens.find(value);
  const grant = store.grants.get(value);
  const now = world.clock.now();
  if (!token || !grant) throw new GraphError({ message: 'Invalid OAuth access token.', code: 190 });
  if (token.revoked || (token.expires_at ?? now + 1) <= now)
    throw new GraphError({ message: 'Error validating access token: Session has expired.', code: 190, subcode: 463 });
  if (token.note === 'long') {
    const expires_in = Math.floor(((token.expires_at ?? now) - now) / 1000);
    return json({ access_token: value, token_type: 'bearer', expires_in });
  }
  const { user, pages } = grant;
  const long = call.effect(() => grantPages(facebook, { user, pages, scopes: token.scopes, life: 'long' }));
  return json({ access_token: long.value, token_type: 'bearer', expires_in: long.expiresInSeconds });
}

/** The subcodes are not sure. */
function codeError(message: string, subcode: number | undefined): GraphError {
  return new GraphError({ message, code: 100, ...(subcode !== undefined && { subcode }) });
}

function rejectedPage(reason: string): PlatformResponse {
  return html(`<!doctype html><html lang="en"><title>Facebook</title><p>${reason}</p></html>`, 400);
}

function withQuery(address: string, values: Record<string, string | undefined>): string {
  const url = new URL(address);
  url.hash = '';
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
