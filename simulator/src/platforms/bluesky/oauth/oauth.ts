import { html, json, redirect } from '../../../core/calls/response.ts';
import { consentPage } from '../../../core/page/consent-page.ts';
import type { Call, PlatformResponse, Route } from '../../../core/platform.ts';
import type { PushedRequest, Store } from '../store.ts';
import type { Proofs } from './dpop.ts';
import { assertionProblem, knownScopes, readClient } from './oauth-client.ts';
import { checkProof, issueToken, reject, revokeToken } from './oauth-tokens.ts';

const requestSeconds = 300;
const codeSeconds = 60;
const uriPrefix = 'urn:ietf:params:oauth:request_uri:req-';

/** https://atproto.com/specs/oauth : pushed requests only, PKCE S256, every token bound to a DPoP key. */
export function oauthRoutes(store: Store, proofs: Proofs): Route[] {
  const host = 'pds';
  const open = { host, auth: 'none', operation: 'other' } as const;
  return [
    {
      ...open,
      method: 'GET',
      path: '/.well-known/oauth-protected-resource',
      handle: (call) =>
        json({
          resource: call.url(''),
          authorization_servers: [call.url('')],
          scopes_supported: [],
          bearer_methods_supported: ['header'],
          resource_documentation: 'https://atproto.com',
        }),
    },
    { ...open, method: 'GET', path: '/.well-known/oauth-authorization-server', handle: (call) => json(metadata(call)) },
    { ...open, method: 'POST', path: '/oauth/par', handle: (call) => push(store, proofs, call) },
    { ...open, method: 'GET', path: '/oauth/authorize', handle: (call) => authorize(store, call) },
    {
      ...open,
      method: 'POST',
      path: '/oauth/token',
      operation: (call) => (call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token'),
      handle: (call) => issueToken(store, proofs, call),
    },
    { ...open, method: 'POST', path: '/oauth/revoke', handle: (call) => revokeToken(store, call) },
  ];
}

function metadata(call: Call): object {
  return {
    issuer: call.url(''),
    scopes_supported: knownScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_endpoint: call.url('/oauth/authorize'),
    token_endpoint: call.url('/oauth/token'),
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    revocation_endpoint: call.url('/oauth/revoke'),
    pushed_authorization_request_endpoint: call.url('/oauth/par'),
    require_pushed_authorization_requests: true,
    dpop_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

function push(store: Store, proofs: Proofs, call: Call): PlatformResponse {
  const proof = checkProof(proofs, call);
  if ('rejection' in proof) return proof.rejection;
  const client = readClient(call.input('client_id') ?? '');
  if (!client) return reject(proofs, 'invalid_client', 'client_id must be the address of its metadata');
  const problem = assertionProblem(call, store.world.clock.now());
  if (problem !== undefined) return reject(proofs, 'invalid_client', problem);
  const redirectUri = call.input('redirect_uri') ?? '';
  if (!client.allowsRedirect(redirectUri)) return reject(proofs, 'invalid_request', 'Invalid redirect_uri');
  const scope = call.input('scope') ?? '';
  const scopes = scope.split(' ').filter(Boolean);
  if (!scopes.includes('atproto') || !scopes.every((wanted) => client.allowsScope(wanted)))
    return reject(proofs, 'invalid_scope', 'The scopes must be known and include "atproto"');
  if (call.input('response_type') !== 'code')
    return reject(proofs, 'unsupported_response_type', 'Only "code" is supported');
  const challenge = call.input('code_challenge') ?? '';
  if (challenge === '' || call.input('code_challenge_method') !== 'S256')
    return reject(proofs, 'invalid_request', 'code_challenge with the method S256 is required');
  const pushed: PushedRequest = {
    uri: store.world.ids.text(uriPrefix, 32),
    client_id: client.id,
    redirect_uri: redirectUri,
    scope,
    state: call.input('state') ?? '',
    code_challenge: challenge,
    login_hint: call.input('login_hint') ?? '',
    thumbprint: proof.thumbprint,
    issuer: call.url(''),
    expires_at: store.world.clock.now() + requestSeconds * 1000,
  };
  call.effect(() => store.pushed.put(pushed.uri, pushed));
  return json({ request_uri: pushed.uri, expires_in: requestSeconds - 1 }, 201, { 'dpop-nonce': proofs.nonce() });
}

function authorize(store: Store, call: Call): PlatformResponse {
  const { world } = store;
  const pushed = store.pushed.get(call.input('request_uri') ?? '');
  if (!pushed || pushed.client_id !== call.input('client_id') || pushed.expires_at <= world.clock.now())
    return html('<!doctype html><title>Error</title><h1>This request is unknown or has expired</h1>', 400);
  const back = (answer: Record<string, string>) => {
    const url = new URL(pushed.redirect_uri);
    const all = { ...(pushed.state === '' ? {} : { state: pushed.state }), iss: pushed.issuer, ...answer };
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
    return redirect(url.href, 303);
  };
  const decision = call.input('decision');
  const scopes = pushed.scope.split(' ').filter(Boolean);
  const hinted = store.profile(pushed.login_hint);
  const everyone = world.accounts.all();
  const accounts = hinted ? everyone.filter(({ platform_id }) => platform_id === hinted.did) : everyone;
  const appName = URL.parse(pushed.client_id)?.hostname ?? pushed.client_id;
  if (decision === undefined) return consentPage(call, { platform: 'Bluesky', appName, scopes, accounts });
  const account = world.accounts.get(call.input('account') ?? '');
  const isAllowed = decision === 'allow' && account !== undefined;
  const code = call.effect(() => {
    store.pushed.delete(pushed.uri);
    if (!isAllowed) return undefined;
    const issued = world.codes.issue({
      account: account.platform_id,
      clientId: pushed.client_id,
      redirectUri: pushed.redirect_uri,
      scopes,
      expiresInSeconds: codeSeconds,
      value: world.ids.text('cod-', 40),
      codeChallenge: pushed.code_challenge,
    });
    store.codeKeys.put(issued.value, { thumbprint: pushed.thumbprint });
    return issued.value;
  });
  return code === undefined
    ? back({ error: 'access_denied', error_description: 'The user denied the request' })
    : back({ code });
}
