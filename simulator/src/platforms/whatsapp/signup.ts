import { escapeHtml, html, json, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import { GraphError, missingParameter } from '../meta/errors.ts';
import { unixSeconds } from '../meta/time.ts';
import { servedVersion } from '../meta/versions.ts';
import { allScopes } from './scopes.ts';
import { numberOf, type WhatsApp } from './store.ts';

const codeSeconds = 30;
/** The response to a page of ours instead of to a browser that is sent on: the JavaScript SDK's own address. */
const sdkAddress = 'https://staticxx.facebook.com/x/connect/xd_arbiter/';

/**
 * The window of Embedded Signup: https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup
 * The customer picks numbers: every `account` of the response. With a redirect address the code goes there, as with every
 * login by configuration; without one the page tells its opener, as the SDK's window does.
 */
export function authorize(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const { world, store } = whatsapp;
  const redirectUri = call.input('redirect_uri');
  if (servedVersion(call) === null) return rejectedPage('Unknown version');
  if (call.input('client_id') !== world.app.client_id) return rejectedPage('Invalid App ID');
  if (!call.input('config_id')) return rejectedPage('Invalid Configuration');
  if (call.input('response_type') !== 'code') return rejectedPage('Invalid response_type');
  if (redirectUri !== undefined && !URL.canParse(redirectUri)) return rejectedPage('URL Blocked');

  const decision = call.input('decision');
  const page = { platform: 'WhatsApp', appName: world.app.name, scopes: allScopes, accounts: world.accounts.all() };
  if (decision === undefined) return consentPage(call, page);
  const state = call.input('state');
  const chosen = call.inputs('account').flatMap((id) => world.accounts.get(id) ?? []);
  const [first] = chosen;
  if (decision !== 'allow' || first === undefined) {
    if (redirectUri === undefined) return tellOpener({ event: 'CANCEL', data: { current_step: 'PHONE_NUMBER_SETUP' } });
    const denied = { error: 'access_denied', error_reason: 'user_denied', error_description: 'Permissions error' };
    return redirect(withQuery(redirectUri, { ...denied, state }));
  }
  const wabas = [...new Set(chosen.map((account) => numberOf(whatsapp, account).waba))];
  const { value } = call.effect(() => {
    const code = world.codes.issue({
      account: first.platform_id,
      clientId: world.app.client_id,
      redirectUri: redirectUri ?? sdkAddress,
      scopes: allScopes,
      expiresInSeconds: codeSeconds,
      value: world.ids.text('AQB', 180),
    });
    store.grants.put(code.value, { token: code.value, wabas });
    return code;
  });
  if (redirectUri !== undefined) return redirect(withQuery(redirectUri, { code: value, state }));
  const waba = store.wabas.get(wabas[0] ?? '');
  const data = { phone_number_id: first.platform_id, waba_id: waba?.id, business_id: waba?.business };
  return tellOpener({ event: 'FINISH', data }, value);
}

/** The message that the window posts to its opener. The code comes to the callback of `FB.login`. */
function tellOpener(message: { event: string; data: object }, code?: string): PlatformResponse {
  const response = {
    message: { type: 'WA_EMBEDDED_SIGNUP', version: '3', ...message },
    authResponse: code && { code },
  };
  return html(`<!doctype html><html lang="en"><title>WhatsApp, simulated</title>
<p>You can close this window.</p><pre id="answer">${escapeHtml(JSON.stringify(response))}</pre>
<script>window.opener?.postMessage(document.getElementById('answer').textContent, '*')</script></html>`);
}

/** `/oauth/access_token`: the token of a business-integration system user. It does not end. */
export function giveToken({ world, store }: WhatsApp, call: Call): PlatformResponse {
  const { app } = world;
  if (call.input('client_id') !== app.client_id)
    throw new GraphError({ message: 'Error validating application. Cannot get application info.', code: 101 });
  if (call.input('client_secret') !== app.client_secret)
    throw new GraphError({ message: 'Error validating client secret.', code: 1 });
  const value = call.input('code');
  if (!value) throw missingParameter('code');
  const grant = store.grants.get(value);
  const code = world.codes.peek(value);
  if (!grant) throw new GraphError({ message: 'Invalid verification code format.', code: 100 });
  if (!code)
    throw new GraphError({ message: 'This authorization code has expired or been used.', code: 100, subcode: 36009 });
  if ((call.input('redirect_uri') || sdkAddress) !== code.redirect_uri)
    throw new GraphError({
      message:
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      code: 100,
      subcode: 36008,
    });
  const access_token = call.effect(() => {
    world.codes.redeem(value);
    store.grants.delete(value);
    return issue({ world, store }, code.account, grant.wabas);
  });
  return json({ access_token, token_type: 'bearer' });
}

function issue({ world, store }: Pick<WhatsApp, 'world' | 'store'>, account: string, wabas: readonly string[]): string {
  const value = world.ids.text('EAAJ', 170);
  world.tokens.issue({ kind: 'access', account, value, scopes: allScopes });
  store.grants.put(value, { token: value, wabas });
  return value;
}

export function connect(whatsapp: WhatsApp, account: Account): TokenPair {
  const { waba } = numberOf(whatsapp, account);
  return { access_token: whatsapp.world.effect(() => issue(whatsapp, account.platform_id, [waba])) };
}

/** `GET /debug_token`, asked with `APPID|SECRET` or with the token itself. */
export function debugToken({ world, store }: WhatsApp, call: Call): PlatformResponse {
  const { client_id: app_id, client_secret, name: application } = world.app;
  const input = call.input('input_token');
  if (!call.token && call.credential !== `${app_id}|${client_secret}`)
    throw new GraphError({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 });
  if (!input) throw missingParameter('input_token');
  const token = world.tokens.find(input);
  if (!token || token.revoked) {
    const error = { code: 190, message: 'Error validating access token.', ...(token && { subcode: 458 }) };
    return json({ data: { app_id, error, is_valid: false, scopes: [] } });
  }
  const target_ids = store.grants.get(input)?.wabas ?? [];
  return json({
    data: {
      app_id,
      type: 'SYSTEM_USER',
      application,
      data_access_expires_at: 0,
      expires_at: 0,
      is_valid: true,
      issued_at: unixSeconds(token.issued_at),
      scopes: token.scopes,
      granular_scopes: token.scopes.map((scope) => (scope.startsWith('whatsapp_') ? { scope, target_ids } : { scope })),
      user_id: world.ids.digits('12', 17),
    },
  });
}

function rejectedPage(reason: string): PlatformResponse {
  return html(`<!doctype html><html lang="en"><title>Facebook</title><p>${reason}</p></html>`, 400);
}

function withQuery(address: string, values: Record<string, string | undefined>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
