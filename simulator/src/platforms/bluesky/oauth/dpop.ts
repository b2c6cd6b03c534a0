import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import type { Call } from '../../../core/platform.ts';
import type { World } from '../../../core/world/world.ts';

/** How long the server hands out one nonce; the one before is still taken. */
const nonceMs = 3 * 60 * 1000;

/** Proof of possession: https://www.rfc-editor.org/rfc/rfc9449 with ES256 and a nonce of the server, as atproto wants it. */
export interface Proofs {
  nonce(): string;
  /** The thumbprint of the key, or why the proof is none. `accessToken` is what `ath` must be the hash of. */
  check(call: Call, accessToken?: string): { thumbprint: string } | { problem: 'nonce' | string };
}

export function proofs(world: World): Proofs {
  const used = new Set<string>();
  const nonceAt = (ms: number) =>
    createHmac('sha256', world.app.client_secret)
      .update(`nonce ${Math.floor(ms / nonceMs)}`)
      .digest('base64url');

  return {
    nonce: () => nonceAt(world.clock.now()),
    check(call, accessToken) {
      const proof = read(call.headers.dpop ?? '');
      if (!proof) return { problem: 'DPoP proof is missing or malformed' };
      const { header, claims, jwk } = proof;
      if (header.typ !== 'dpop+jwt' || header.alg !== 'ES256' || !isSigned(proof))
        return { problem: 'Invalid DPoP proof' };
      if (claims.htm !== call.method) return { problem: 'DPoP "htm" mismatch' };
      const [address = ''] = call.url(call.path).split(/[?#]/);
      if (typeof claims.htu !== 'string' || claims.htu.split(/[?#]/)[0] !== address)
        return { problem: 'DPoP "htu" mismatch' };
      if (typeof claims.iat !== 'number' || typeof claims.jti !== 'string')
        return { problem: 'DPoP proof needs "iat" and "jti"' };
      const now = world.clock.now();
      if (claims.nonce !== nonceAt(now) && claims.nonce !== nonceAt(now - nonceMs)) return { problem: 'nonce' };
      if (accessToken !== undefined && claims.ath !== sha256(accessToken)) return { problem: 'DPoP "ath" mismatch' };
      if (used.has(claims.jti)) return { problem: 'DPoP proof replayed' };
      if (used.size > 10_000) used.clear();
      used.add(claims.jti);
      return { thumbprint: sha256(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y })) };
    },
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

interface Proof {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  readonly jwk: { readonly crv: string; readonly kty: string; readonly x: string; readonly y: string };
  readonly signed: string;
  readonly signature: string;
}

function read(jwt: string): Proof | undefined {
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  try {
    const parsed = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
    const jwk = parsed.jwk as Proof['jwk'] | undefined;
    if (jwk?.kty !== 'EC' || jwk.crv !== 'P-256') return undefined;
    const body = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    return { header: parsed, claims: body, jwk, signed: `${header}.${claims}`, signature };
  } catch {
    return undefined;
  }
}

function isSigned({ jwk, signed, signature }: Proof): boolean {
  try {
    const { crv, kty, x, y } = jwk;
    const key = createPublicKey({ key: { crv, kty, x, y }, format: 'jwk' });
    return verify(
      'sha256',
      Buffer.from(signed),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  } catch {
    return false;
  }
}
