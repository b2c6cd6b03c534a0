import { escapeHtml, html, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { scopeNamed } from '../google/scopes.ts';
import type { Youtube } from './store.ts';

const codeSeconds = 600;

/**
 * Google's consent screen, where the user picks one channel: https://developers.google.com/identity/protocols/oauth2/web-server.
 * `untick` in the response is a scope that the user takes out.
 */
export function authorize({ world, store }: Youtube, call: Call): PlatformResponse {
  const redirectUri = call.input('redirect_uri') ?? '';
  const words = (call.input('scope') ?? '').split(/[\s+]+/).filter(Boolean);
  const scopes = [...new Set(words.flatMap((word) => scopeNamed(word) ?? []))];
  const challengeMethod = call.input('code_challenge_method') ?? 'plain';
  if (call.input('client_id') !== world.app.client_id) return rejected(401, 'invalid_client');
  if (call.input('response_type') !== 'code') return rejected(400, 'invalid_request');
  if (!URL.canParse(redirectUri)) return rejected(400, 'redirect_uri_mismatch');
  if (words.length === 0 || words.some((word) => scopeNamed(word) === null)) return rejected(400, 'invalid_scope');
  if (!['S256', 'plain'].includes(challengeMethod)) return rejected(400, 'invalid_request');

  const decision = call.input('decision');
  if (decision === undefined)
    return consentPage(call, { platform: 'YouTube', appName: world.app.name, scopes, accounts: world.accounts.all() });
  const account = world.accounts.get(call.input('account') ?? '')?.platform_id;
  const back = new URL(redirectUri);
  const state = call.input('state');
  if (state !== undefined) back.searchParams.set('state', state);
  if (decision !== 'allow' || account === undefined) {
    back.searchParams.set('error', 'access_denied');
    return redirect(back.href);
  }
  const unticked = call.inputs('untick').map(scopeNamed);
  const given = scopes.filter((scope) => !unticked.includes(scope));
  const challenge = call.input('code_challenge');
  // A second login is not given a refresh token again, unless it asks for consent anew.
  const isNew = !store.consents.get(account) || (call.input('prompt') ?? '').includes('consent');
  const isOffline = call.input('access_type') === 'offline' && isNew;
  const code = call.effect(() =>
    world.codes.issue({
      value: world.ids.text(isOffline ? '4/0A' : '4/1A', 70),
      account,
      clientId: world.app.client_id,
      redirectUri,
      scopes: given,
      expiresInSeconds: codeSeconds,
      ...(challenge !== undefined && { codeChallenge: challenge, codeChallengeMethod: challengeMethod }),
    }),
  );
  back.searchParams.set('code', code.value);
  back.searchParams.set('scope', given.join(' '));
  return redirect(back.href);
}

function rejected(status: number, reason: string): PlatformResponse {
  const words = `Error ${status}: ${escapeHtml(reason)}`;
  return html(
    `<!doctype html><html lang="en"><title>${words}</title><h1>Access blocked</h1><p>${words}</p></html>`,
    status,
  );
}
