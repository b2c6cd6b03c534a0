import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { z } from 'zod';
import type { AppSession, PlatformAnswer, PlatformHttp, PlatformRequest } from '../../core/session.ts';

/** A private key of P-256, written down as a JWK. */
const Key = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() });

export function newProofKey(): string {
  return JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));
}

/** The public half, and its thumbprint (RFC 7638). */
export function publicKeyOf(key: string) {
  const { kty, crv, x, y } = Key.parse(JSON.parse(key));
  return { jwk: { kty, crv, x, y }, kid: sha256(JSON.stringify({ crv, kty, x, y })) };
}

export function signedJwt(key: string, header: object, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'ES256', ...header })}.${part(claims)}`;
  const jwk = Key.parse(JSON.parse(key));
  const signature = sign('sha256', Buffer.from(signed), {
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

/** The nonce that each server wants next. Any process may begin without one: it is told at the first call. */
const nonces = new Map<string, string>();
const NONCES_MAX = 1000;

/**
 * Calls that prove the possession of a key: https://www.rfc-editor.org/rfc/rfc9449. A server that wants another nonce
 * refuses before it does anything, so the same call follows once more.
 */
export function withProof(session: Pick<AppSession, 'http' | 'now'>, key: string, accessToken?: string): PlatformHttp {
  return {
    async send(request) {
      const url = new URL(request.url);
      const attempt = async () => {
        const dpop = proof(key, request, session.now(), nonces.get(url.origin), accessToken);
        const answer = await session.http.send({ ...request, headers: { ...request.headers, dpop } });
        const nonce = answer.headers['dpop-nonce'];
        if (nonce !== undefined) keepNonce(url.origin, nonce);
        return answer;
      };
      const answer = await attempt();
      return wantsNonce(answer) ? await attempt() : answer;
    },
  };
}

function proof(
  key: string,
  { method, url }: PlatformRequest,
  now: Date,
  nonce: string | undefined,
  accessToken: string | undefined,
): string {
  const claims = {
    jti: randomUUID(),
    htm: method,
    htu: url.replace(/[?#].*$/s, ''),
    iat: Math.floor(now.getTime() / 1000),
    ...(nonce === undefined ? {} : { nonce }),
    ...(accessToken === undefined ? {} : { ath: sha256(accessToken) }),
  };
  return signedJwt(key, { typ: 'dpop+jwt', jwk: publicKeyOf(key).jwk }, claims);
}

const Demand = z.object({ error: z.literal('use_dpop_nonce') });

/** The server of the account says it in a header as well, in whose body some say something else. */
function wantsNonce({ status, headers, json }: PlatformAnswer): boolean {
  if ((status !== 400 && status !== 401) || headers['dpop-nonce'] === undefined) return false;
  return Demand.safeParse(json).success || /\buse_dpop_nonce\b/.test(headers['www-authenticate'] ?? '');
}

function keepNonce(origin: string, nonce: string): void {
  if (nonces.size >= NONCES_MAX && !nonces.has(origin)) nonces.clear();
  nonces.set(origin, nonce.slice(0, 1000));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
