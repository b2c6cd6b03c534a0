import { html, json, redirect } from '../../core/calls/response.ts';
import { consentPage } from '../../core/page/consent-page.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Token } from '../../core/world/world.ts';
import { oauthError } from './errors.ts';
import { endOtherScopes, issueTokens, memberOf } from './grants.ts';
import { offeredScopes } from './scopes.ts';
import type { LinkedIn } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow */
const codeSeconds = 1_800;

export function authorize(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { world, store, kind } = linkedin;
  const redirectUri = call.input('redirect_uri') ?? '';
  if (call.input('client_id') !== world.app.client_id) return rejectedPage('Invalid client_id');
  if (!URL.canParse(redirectUri)) return rejectedPage('The redirect_uri does not match the registered value');
  if (call.input('response_type') !== 'code') return rejectedPage('Invalid response_type');
  const scopes = (call.input('scope') ?? '').split(/[\s,]+/).filter(Boolean);
  const back = (values: Record<string, string>) => redirect(backTo(redirectUri, call.input('state'), values));
  const rejected = (error: string, error_description: string) => back({ error, error_description });

  const wrong = scopes.find((scope) => !offeredScopes(kind).includes(scope));
  if (wrong !== undefined || scopes.length === 0)
    return rejected('unauthorized_scope_error', `Scope "${wrong ?? ''}" is not authorized for your application`);
  const decision = call.input('decision');
  if (decision === undefined)
    return consentPage(call, {
      platform: 'LinkedIn',
      appName: world.app.name,
      scopes,
      accounts: world.accounts.all(),
    });

  const chosen = call.inputs('account').flatMap((id) => world.accounts.get(id) ?? []);
  const accounts = chosen.length > 0 || kind === 'member' ? chosen : world.accounts.all();
  const [first] = accounts;
  if (decision !== 'allow' || !first)
    return rejected('user_cancelled_authorize', 'The user cancelled the authorization');
  const { value } = call.effect(() => {
    const code = world.codes.issue({
      account: first.platform_id,
      clientId: world.app.client_id,
      redirectUri,
      scopes,
      expiresInSeconds: codeSeconds,
      value: world.ids.text('AQ', 86),
    });
    const organizations = kind === 'member' ? [] : accounts.map(({ platform_id }) => platform_id);
    store.grants.put(code.value, { member: memberOf(linkedin, first.platform_id), organizations });
    return code;
  });
  return back({ code: value });
}

/** `POST /oauth/v2/accessToken`: for a code or for a refresh token. */
export function giveToken(linkedin: LinkedIn, call: Call): PlatformResponse {
  const rejection = wrongClient(linkedin, call);
  if (rejection) return rejection;
  switch (call.input('grant_type')) {
    case 'authorization_code':
      return redeemCode(linkedin, call);
    case 'refresh_token':
      return refresh(linkedin, call);
    default:
      return oauthError(400, 'invalid_request', 'A required parameter "grant_type" is missing or not supported');
  }
}

function redeemCode(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { world, store } = linkedin;
  const value = call.input('code') ?? '';
  const code = world.codes.peek(value);
  const grant = store.grants.get(value);
  const reject = (why: string) => oauthError(400, 'invalid_request', `Unable to retrieve access token: ${why}`);
  if (!code || !grant) return reject('authorization code not found');
  if (call.input('redirect_uri') !== code.redirect_uri)
    return reject('appid/redirect uri/code verifier does not match authorization code');
  return call.effect(() => {
    world.codes.redeem(value);
    store.grants.delete(value);
    endOtherScopes(linkedin, code.account, code.scopes);
    return json(issueTokens(linkedin, { account: code.account, scopes: code.scopes, grant }));
  });
}

/** The refresh token stays the same, and its year is counted from the first login. */
function refresh(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { world, store } = linkedin;
  const token = world.tokens.find(call.input('refresh_token') ?? '');
  const grant = store.grants.get(token?.value ?? '');
  if (token?.kind !== 'refresh' || token.account === null || !grant || !isAlive(linkedin, token))
    return oauthError(400, 'invalid_grant', 'The provided authorization grant or refresh token is invalid or expired');
  const { account, scopes } = token;
  return call.effect(() => json(issueTokens(linkedin, { account, scopes, grant, refreshToken: token })));
}

function isAlive({ world }: LinkedIn, { revoked, expires_at }: Token): boolean {
  return !revoked && (expires_at === null || expires_at > world.clock.now());
}

function wrongClient({ world }: LinkedIn, call: Call): PlatformResponse | undefined {
  const isRight =
    call.input('client_id') === world.app.client_id && call.input('client_secret') === world.app.client_secret;
  return isRight ? undefined : oauthError(401, 'invalid_client', 'Client authentication failed');
}

function backTo(redirectUri: string, state: string | undefined, values: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

function rejectedPage(message: string): PlatformResponse {
  return html(
    `<!doctype html><html lang="en"><title>LinkedIn</title><p>Bummer, something went wrong.</p><p>${message}</p>`,
    400,
  );
}
