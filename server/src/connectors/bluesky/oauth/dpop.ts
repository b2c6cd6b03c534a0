import { createHash, generateKeyPairSync, type webcrypto } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { AppSession, PlatformHttp, PlatformRequest, PlatformResponse } from '../../../core/session.ts';

/** A private key of P-256 as a JWK. */
const Key = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() });
const ES256 = { name: 'ECDSA', namedCurve: 'P-256' };

export function newProofKey(): string {
  return JSON.stringify(generateKeyPairSync('ec', ES256).privateKey.export({ format: 'jwk' }));
}

/** The public half, and its thumbprint (RFC 7638). */
export function publicKeyOf(key: string) {
  const { kty, crv, x, y } = Key.parse(JSON.parse(key));
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { jwk: { kty, crv, x, y }, kid };
}

export async function signingKeyOf(key: string): Promise<webcrypto.CryptoKey> {
  return await crypto.subtle.importKey('jwk', Key.parse(JSON.parse(key)), ES256, false, ['sign']);
}

/** The seconds between the clock of the session, which a test tenant can set forward, and the one of this machine. */
export function clockSkewOf({ now }: Pick<AppSession, 'now'>) {
  return { [oauth.clockSkew]: Math.floor((now().getTime() - Date.now()) / 1000) };
}

/** The nonce that each server wants next. A process needs none to start: a server's first response brings one. */
const nonces = new LRUCache<string, string>({ max: 1000 });

type ProofOptions = oauth.PushedAuthorizationRequestOptions & oauth.ProtectedResourceRequestOptions;

/** Calls of an account's server with an access token that is bound to the key. */
export function withProof(session: Pick<AppSession, 'http' | 'now'>, key: string, accessToken: string): PlatformHttp {
  return {
    send: (request) =>
      sendProven(session, key, request, (options) => {
        const { method, url } = request;
        return oauth.protectedResourceRequest(accessToken, method, new URL(url), new Headers(), null, options);
      }),
  };
}

/**
 * One call that proves the possession of a key: https://www.rfc-editor.org/rfc/rfc9449. `compose` gives the request to
 * the `fetch` of oauth4webapi, which makes the proof and the form. Our own HTTP sends both, with everything else in
 * `request`. A server that wants another nonce rejects before it does anything, so the call follows once more.
 * `oauth-server.ts` has checked the addresses, so http is allowed here for an account's own server.
 */
export async function sendProven(
  session: Pick<AppSession, 'http' | 'now'>,
  key: string,
  request: PlatformRequest,
  compose: (options: ProofOptions) => Promise<Response>,
): Promise<PlatformResponse> {
  const publicKey = await crypto.subtle.importKey('jwk', publicKeyOf(key).jwk, ES256, true, ['verify']);
  const keyPair = { privateKey: await signingKeyOf(key), publicKey };
  const { origin } = new URL(request.url);
  const proofs = oauth.DPoP(clockSkewOf(session), keyPair, {
    [oauth.modifyAssertion]: (_header, claims) => {
      claims.nonce = nonces.get(origin);
    },
  });
  const attempt = () =>
    new Promise<PlatformResponse>((resolve, reject) => {
      const send = async (_url: string, { headers, body }: oauth.CustomFetchOptions<string, unknown>) => {
        const form = body instanceof URLSearchParams ? { body: { form: Object.fromEntries(body) } } : {};
        const proven = { ...request, ...form, headers: { ...request.headers, dpop: headers.dpop ?? '' } };
        const response = await session.http.send(proven);
        storeNonce(origin, response.headers['dpop-nonce']);
        resolve(response);
        return new Response();
      };
      compose({ DPoP: proofs, [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true }).catch(reject);
    });
  const response = await attempt();
  return wantsNonce(response) ? await attempt() : response;
}

const NonceDemand = z.object({ error: z.literal('use_dpop_nonce') });

/** The demand is in the body or in a header: some account servers put another error into the body. */
function wantsNonce({ status, headers, json }: PlatformResponse): boolean {
  if ((status !== 400 && status !== 401) || headers['dpop-nonce'] === undefined) return false;
  return NonceDemand.safeParse(json).success || /\buse_dpop_nonce\b/.test(headers['www-authenticate'] ?? '');
}

function storeNonce(origin: string, nonce: string | undefined): void {
  if (nonce !== undefined) nonces.set(origin, nonce.slice(0, 1000));
}
