import { createHash } from 'node:crypto';
import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Code } from '../../../core/world/world.ts';
import type { AppRow, Store } from '../store.ts';
import { authenticatedApp, registerApp } from './apps.ts';
import { authorize } from './authorize.ts';
import { at, covers, type ScopedRoute, scopesIn } from './scopes.ts';

/** https://docs.joinmastodon.org/methods/apps/ and …/oauth/ */
export function oauthRoutes(store: Store): ScopedRoute[] {
  return [
    { ...at('POST', '/api/v1/apps'), operation: 'other', auth: 'none', handle: (call) => registerApp(store, call) },
    { ...at('GET', '/oauth/authorize'), operation: 'other', auth: 'none', handle: (call) => authorize(store, call) },
    { ...at('POST', '/oauth/token'), operation: 'token', auth: 'none', handle: (call) => issueToken(store, call) },
    { ...at('POST', '/oauth/revoke'), operation: 'other', auth: 'none', handle: (call) => revokeToken(store, call) },
  ];
}

function issueToken(store: Store, call: Call): PlatformResponse {
  const app = authenticatedApp(store, call);
  if (!app) return invalidClient();
  switch (call.input('grant_type')) {
    case 'authorization_code':
      return exchangeCode(store, call, app);
    case 'client_credentials': {
      const scopes = scopesIn(call.input('scope') ?? 'read');
      if (!scopes.every((scope) => covers(app.scopes, scope)))
        return oauthError(400, 'invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
      return call.effect(() => tokenResponse(store, null, app, scopes));
    }
    default:
      return oauthError(
        400,
        'unsupported_grant_type',
        'The authorization grant type is not supported by the authorization server.',
      );
  }
}

function exchangeCode(store: Store, call: Call, app: AppRow): PlatformResponse {
  const code = store.world.codes.peek(call.input('code') ?? '');
  const isGood =
    code?.client_id === app.client_id && code.redirect_uri === call.input('redirect_uri') && isVerified(code, call);
  if (!isGood) return invalidGrant();
  return call.effect(() => {
    store.world.codes.redeem(code.value);
    return tokenResponse(store, code.account, app, code.scopes);
  });
}

/** PKCE, S256 only: without a challenge no verifier is asked for. */
function isVerified({ code_challenge }: Code, call: Call): boolean {
  if (code_challenge === undefined) return true;
  return (
    createHash('sha256')
      .update(call.input('code_verifier') ?? '')
      .digest('base64url') === code_challenge
  );
}

function tokenResponse(store: Store, account: string | null, app: AppRow, scopes: readonly string[]): PlatformResponse {
  const token = store.world.tokens.issue({ kind: 'access', account, clientId: app.client_id, scopes });
  const created_at = Math.floor(token.issued_at / 1000);
  return json({ access_token: token.value, token_type: 'Bearer', scope: scopes.join(' '), created_at });
}

function revokeToken(store: Store, call: Call): PlatformResponse {
  const app = authenticatedApp(store, call);
  const token = store.world.tokens.find(call.input('token') ?? '');
  if (!app || (token && token.client_id !== app.client_id))
    return oauthError(403, 'unauthorized_client', 'You are not authorized to revoke this token');
  if (token) call.effect(() => store.world.tokens.revoke(token.value));
  return json({});
}

function oauthError(status: number, error: string, error_description: string): PlatformResponse {
  return json({ error, error_description }, status);
}

const invalidClient = () =>
  oauthError(
    401,
    'invalid_client',
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  );

const invalidGrant = () =>
  oauthError(
    400,
    'invalid_grant',
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  );
