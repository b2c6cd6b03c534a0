import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Token } from '../../../core/world/world.ts';
import type { Store } from '../store.ts';
import { type Proofs, sha256 } from './dpop.ts';
import { makeJwt } from './jwt.ts';
import { assertionProblem } from './oauth-client.ts';

const accessSeconds = 3600;
const refreshSeconds = 90 * 24 * 3600;

/** A rejection of the authorization server; every response of it carries the nonce to use next. */
export function reject(proofs: Proofs, error: string, description: string, status = 400): PlatformResponse {
  return json({ error, error_description: description }, status, { 'dpop-nonce': proofs.nonce() });
}

export function checkProof(proofs: Proofs, call: Call): { thumbprint: string } | { rejection: PlatformResponse } {
  const proof = proofs.check(call);
  if ('thumbprint' in proof) return proof;
  return {
    rejection:
      proof.problem === 'nonce'
        ? reject(proofs, 'use_dpop_nonce', 'Authorization server requires nonce in DPoP proof')
        : reject(proofs, 'invalid_dpop_proof', proof.problem),
  };
}

export function issueToken(store: Store, proofs: Proofs, call: Call): PlatformResponse {
  const proof = checkProof(proofs, call);
  if ('rejection' in proof) return proof.rejection;
  const problem = assertionProblem(call, store.world.clock.now());
  if (problem !== undefined) return reject(proofs, 'invalid_client', problem);
  switch (call.input('grant_type')) {
    case 'authorization_code':
      return redeem(store, proofs, call, proof.thumbprint);
    case 'refresh_token':
      return refresh(store, proofs, call, proof.thumbprint);
    default:
      return reject(proofs, 'unsupported_grant_type', 'Grant type must be authorization_code or refresh_token');
  }
}

function redeem(store: Store, proofs: Proofs, call: Call, thumbprint: string): PlatformResponse {
  const { codes, ids } = store.world;
  const code = codes.peek(call.input('code') ?? '');
  const isGood =
    code !== undefined &&
    code.client_id === call.input('client_id') &&
    code.redirect_uri === call.input('redirect_uri') &&
    code.code_challenge === sha256(call.input('code_verifier') ?? '') &&
    store.codeKeys.get(code.value)?.thumbprint === thumbprint;
  if (!isGood) return reject(proofs, 'invalid_grant', 'Invalid code');
  return call.effect(() => {
    codes.redeem(code.value);
    store.codeKeys.delete(code.value);
    const family = `oauth ${thumbprint} ${ids.text('', 16)}`;
    return tokenResponse(store, proofs, {
      account: code.account,
      clientId: code.client_id,
      scopes: code.scopes,
      note: family,
    });
  });
}

/** A refresh token works once. Using it again means that somebody else has it: the session ends. */
function refresh(store: Store, proofs: Proofs, call: Call, thumbprint: string): PlatformResponse {
  const token = store.world.tokens.find(call.input('refresh_token') ?? '');
  const isBound =
    token?.kind === 'refresh' &&
    token.client_id === call.input('client_id') &&
    token.note?.startsWith(`oauth ${thumbprint} `);
  if (!token || !isBound) return reject(proofs, 'invalid_grant', 'Invalid refresh token');
  if (token.revoked) {
    call.effect(() => endSession(store, token));
    return reject(proofs, 'invalid_grant', 'Refresh token replayed');
  }
  if ((token.expires_at ?? 0) <= store.world.clock.now())
    return reject(proofs, 'invalid_grant', 'Refresh token expired');
  return call.effect(() => {
    endSession(store, token);
    const { account, client_id: clientId, scopes, note = '' } = token;
    return tokenResponse(store, proofs, { account: account ?? '', clientId, scopes, note });
  });
}

function endSession(store: Store, { account, note }: Token): void {
  for (const token of store.world.tokens.of(account ?? ''))
    if (token.note === note && !token.revoked) store.world.tokens.revoke(token.value);
}

function tokenResponse(
  { world }: Store,
  proofs: Proofs,
  options: { account: string; clientId: string; scopes: readonly string[]; note: string },
): PlatformResponse {
  const scope = options.scopes.join(' ');
  const value = makeJwt(world, 'at+jwt', { scope, sub: options.account, aud: 'did:web:bsky.social' }, accessSeconds);
  world.tokens.issue({ ...options, kind: 'access', value, expiresInSeconds: accessSeconds });
  const refreshToken = world.ids.text('ref-', 64);
  world.tokens.issue({ ...options, kind: 'refresh', value: refreshToken, expiresInSeconds: refreshSeconds });
  const response = {
    access_token: value,
    token_type: 'DPoP',
    refresh_token: refreshToken,
    scope,
    expires_in: accessSeconds - 1,
    sub: options.account,
  };
  return json(response, 200, { 'dpop-nonce': proofs.nonce(), 'cache-control': 'no-store' });
}

export function revokeToken(store: Store, call: Call): PlatformResponse {
  const token = store.world.tokens.find(call.input('token') ?? '');
  if (token?.note?.startsWith('oauth ')) call.effect(() => endSession(store, token));
  return json({});
}
