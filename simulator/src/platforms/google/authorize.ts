import { escapeHtml, html, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { scopeNamed } from './scopes.ts';
import type { Google } from './store.ts';

const codeSeconds = 600;

/**
 * The consent screen: https://developers.google.com/identity/protocols/oauth2/web-server. A login reaches the location
 * that is picked; several `account` in the response make a login that manages all of them. `untick` in the response is a
 * scope that the user takes out.
 */
export function authorize({ world, store }: Google, call: Call): PlatformResponse {
  const redirectUri = call.input('redirect_uri') ?? '';
  const words = (call.input('scope') ?? '').split(/[\s+]+/).filter(Boolean);
  const scopes = [...new Set(words.flatMap((word) => scopeNamed(word) ?? []))];
  if (call.input('client_id') !== world.app.client_id) return rejected(401, 'invalid_client');
  if (call.input('response_type') !== 'code') return rejected(400, 'invalid_request');
  if (!URL.canParse(redirectUri)) return rejected(400, 'redirect_uri_mismatch');
  if (words.length === 0 || words.some((word) => scopeNamed(word) === null)) return rejected(400, 'invalid_scope');
  const challengeMethod = call.input('code_challenge_method') ?? 'plain';
  if (!['S256', 'plain'].includes(challengeMethod)) return rejected(400, 'invalid_request');

  const decision = call.input('decision');
  if (decision === undefined)
    return consentPage(call, { platform: 'Google', appName: world.app.name, scopes, accounts: world.accounts.all() });
  const locations = call.inputs('account').filter((id) => world.accounts.get(id));
  const back = new URL(redirectUri);
  const state = call.input('state');
  if (state !== undefined) back.searchParams.set('state', state);
  const [first] = locations;
  if (decision !== 'allow' || first === undefined) {
    back.searchParams.set('error', 'access_denied');
    return redirect(back.href);
  }
  const unticked = call.inputs('untick').map(scopeNamed);
  const given = scopes.filter((scope) => !unticked.includes(scope));
  const challenge = call.input('code_challenge');
  const code = call.effect(() => {
    const issued = world.codes.issue({
      value: world.ids.text('4/0A', 70),
      account: first,
      clientId: world.app.client_id,
      redirectUri,
      scopes: given,
      expiresInSeconds: codeSeconds,
      ...(challenge !== undefined && { codeChallenge: challenge, codeChallengeMethod: challengeMethod }),
    });
    // A second login is not given a refresh token again, unless it asks for consent anew.
    const wasGiven = locations.every((name) => store.consents.get(name));
    const is_offline =
      call.input('access_type') === 'offline' && (!wasGiven || (call.input('prompt') ?? '').includes('consent'));
    store.grants.put(issued.value, { credential: issued.value, locations, is_offline });
    return issued;
  });
  back.searchParams.set('code', code.value);
  back.searchParams.set('scope', given.join(' '));
  return redirect(back.href);
}

function rejected(status: number, reason: string): PlatformResponse {
  return html(
    `<!doctype html><html lang="en"><title>Error ${status}</title><h1>Access blocked: Authorization Error</h1><p>Error ${status}: ${escapeHtml(reason)}</p></html>`,
    status,
  );
}
