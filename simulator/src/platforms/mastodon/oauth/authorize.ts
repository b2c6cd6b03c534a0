import { escapeHtml, html, redirect } from '../../../core/calls/response.ts';
import { consentPage } from '../../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Store } from '../store.ts';
import { appOf, outOfBand } from './apps.ts';
import { covers, scopesIn } from './scopes.ts';

const codeSeconds = 10 * 60;

/** https://docs.joinmastodon.org/methods/oauth/#authorize */
export function authorize(store: Store, call: Call): PlatformResponse {
  const app = appOf(store, call.input('client_id') ?? '');
  const redirectUri = call.input('redirect_uri') ?? '';
  const scopes = scopesIn(call.input('scope') ?? 'read');
  const state = call.input('state');
  if (!app)
    return rejectPage(
      'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
    );
  if (!URL.canParse(redirectUri) || (app.redirect_uris.length > 0 && !app.redirect_uris.includes(redirectUri)))
    return rejectPage('The redirect uri included is not valid.');
  const back = (response: Record<string, string>) => {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value);
    if (state !== undefined) url.searchParams.set('state', state);
    return redirect(url.href);
  };
  if (call.input('response_type') !== 'code')
    return back({
      error: 'unsupported_response_type',
      error_description: 'The authorization server does not support this response type.',
    });
  if (!scopes.every((scope) => covers(app.scopes, scope)))
    return back({
      error: 'invalid_scope',
      error_description: 'The requested scope is invalid, unknown, or malformed.',
    });

  const decision = call.input('decision');
  const accounts = store.world.accounts.all();
  if (!decision) return consentPage(call, { platform: 'Mastodon', appName: app.name, scopes, accounts });
  const account = store.world.accounts.get(call.input('account') ?? '');
  if (decision !== 'allow' || !account)
    return back({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
    });
  const challenge = call.input('code_challenge');
  const code = call.effect(() =>
    store.world.codes.issue({
      account: account.platform_id,
      clientId: app.client_id,
      redirectUri,
      scopes,
      expiresInSeconds: codeSeconds,
      ...(challenge === undefined ? {} : { codeChallenge: challenge }),
    }),
  );
  return redirectUri === outOfBand
    ? html(`<!doctype html><title>Code</title><code>${code.value}</code>`)
    : back({ code: code.value });
}

function rejectPage(reason: string): PlatformResponse {
  return html(
    `<!doctype html><title>An error has occurred</title><h1>An error has occurred</h1><p>${escapeHtml(reason)}</p>`,
    401,
  );
}
