import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Code, ConsentRequest, Grant, OwnClient } from '../../../core/connecting/connecting.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { AppSession, PlatformHttp, PlatformResponse, Session, Tokens } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { callPlatform, type Purpose } from '../../shared/call-platform.ts';
import { CodeResponse, codeRejection, revocationRejection } from '../../shared/code-grant.ts';
import { tokensOf } from '../../shared/tokens.ts';
import { hosts as defaults } from '../hosts.ts';
import { findAccount } from '../identity.ts';
import { Did } from '../wire.ts';
import { clockSkewOf, newProofKey, publicKeyOf, sendProven, signingKeyOf } from './dpop.ts';
import { findLogin, isBelow, serverBehind } from './oauth-server.ts';

export const REQUIRED_SCOPES = ['atproto', 'transition:generic'];
export const SCOPES = [...REQUIRED_SCOPES, 'transition:chat.bsky'];

/** Stored with the tokens of a login: the key that they are bound to, and the server that gave them. */
const Bound = z.object({
  key: z.string(),
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
});
type Bound = z.output<typeof Bound>;

/** With https the server fetches our document. On this machine the client id itself contains what it needs. */
export function clientIdOf({ documentUrl, redirectUri }: { documentUrl: string; redirectUri: string }) {
  const url = new URL(documentUrl);
  if (url.protocol === 'https:') return documentUrl;
  if (url.hostname !== '127.0.0.1' && url.hostname !== '[::1]') return undefined;
  return `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope: SCOPES.join(' ') })}`;
}

/** https://atproto.com/specs/oauth#clients: sessions of a client with a key last longer than two weeks. */
export function clientDocument({ clientId, homepage, redirectUri, key }: OwnClient) {
  const { jwk, kid } = publicKeyOf(key);
  return {
    client_id: clientId,
    client_name: 'Hubbub',
    client_uri: homepage,
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [redirectUri],
    scope: SCOPES.join(' '),
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [{ ...jwk, kid, use: 'sig', alg: 'ES256' }] },
  };
}

const Pushed = z.object({ request_uri: z.string().min(1).max(500) });

/** Sends the request ahead; the browser carries only its number. https://www.rfc-editor.org/rfc/rfc9126 */
export async function push(session: AppSession, request: ConsentRequest, { handle }: { handle?: string | undefined }) {
  const { server, did } = await findLogin(session, handle);
  const { issuer, token_endpoint: tokenEndpoint, revocation_endpoint: revocationEndpoint } = server;
  const bound: Bound = { key: newProofKey(), issuer, tokenEndpoint, revocationEndpoint };
  const form = compact({
    response_type: 'code',
    redirect_uri: request.redirectUri,
    state: request.state,
    scope: request.scopes.join(' '),
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    login_hint: handle?.startsWith('https://') ? undefined : handle,
  });
  const url = server.pushed_authorization_request_endpoint;
  const { request_uri } = await sendForm(session, bound, url, form, Pushed, codeRejection);
  const page = new URL(asBrowser(server.authorization_endpoint, session, request));
  page.searchParams.set('client_id', session.app.clientId);
  page.searchParams.set('request_uri', request_uri);
  return { authUrl: page.href, secrets: { ...storedForm(session, bound), ...compact({ did }) } };
}

/** The address of the page as the customer's browser reaches it. */
function asBrowser(url: string, { hosts }: AppSession, request: ConsentRequest): string {
  const { pds } = hosts;
  return pds !== undefined && isBelow(url, pds) ? `${request.hosts.pds}${url.slice(pds.length)}` : url;
}

const TokenResponse = CodeResponse.extend({ token_type: z.string().regex(/^dpop$/i), sub: Did });

/**
 * Checks that the server that was asked gave the code, for the account that was named, and that it may speak for that
 * account: https://atproto.com/specs/oauth#identity-authentication
 */
export async function exchange(session: AppSession, code: Code): Promise<Grant> {
  const { did, ...secrets } = code.secrets ?? {};
  const bound = boundOf(session, secrets);
  if (code.issuer !== bound.issuer) {
    throw new PlatformError('rejected', 'The browser did not come from the server that was asked.', { field: 'code' });
  }
  const form = compact({
    grant_type: 'authorization_code',
    code: code.code,
    redirect_uri: code.redirectUri,
    code_verifier: code.codeVerifier,
  });
  const response = await sendForm(session, bound, bound.tokenEndpoint, form, TokenResponse, codeRejection);
  if (did !== undefined && did !== response.sub) throw new PlatformError('rejected', 'Somebody else logged in.');
  const { pds } = await findAccount(session, response.sub);
  if ((await serverBehind(session, pds)).issuer !== bound.issuer) {
    throw new PlatformError('rejected', 'The server gave access to an account of another server.');
  }
  const hosts = { ...defaults, ...session.hosts, pds };
  const scopes = response.scope?.split(/\s+/).filter(Boolean);
  return {
    tokens: { ...tokensOf(session, response), bound: storedForm({ ...session, hosts }, bound) },
    platformId: response.sub,
    hosts,
    ...compact({ scopes }),
  };
}

/**
 * A refresh token works once, and a second use ends the session on the server. So after a lost response the outcome is
 * `unknown`.
 */
export async function renew(session: Session): Promise<Tokens> {
  const { refreshToken, bound: known } = session.tokens;
  if (!refreshToken) throw new PlatformError('auth_expired', 'There is no refresh token.', { invalidGrant: true });
  const bound = boundOf(session, known ?? {});
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const rejection = (response: PlatformResponse) => {
    const error = codeRejection(response);
    if (error?.facts.platformCode !== 'invalid_grant') return error;
    return new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
  };
  const response = await sendForm(session, bound, bound.tokenEndpoint, form, TokenResponse, rejection, 'effect');
  return { refreshToken, ...tokensOf(session, response), bound: storedForm(session, bound) };
}

export async function revokeLogin(session: Session): Promise<void> {
  const { accessToken, refreshToken, bound: known } = session.tokens;
  const bound = boundOf(session, known ?? {});
  if (bound.revocationEndpoint === undefined) return;
  await sendForm(
    session,
    bound,
    bound.revocationEndpoint,
    { token: refreshToken ?? accessToken },
    z.unknown(),
    revocationRejection,
  );
}

/**
 * One form to the authorization server, with a proof of the login's key and, from a client with a document, our signed
 * assertion (RFC 7523). Every form is composed as a pushed request: the library's other functions either send no proof
 * or add fields, and the endpoint makes no other difference.
 */
async function sendForm<Schema extends z.ZodType>(
  session: AppSession,
  { key, issuer }: Bound,
  url: string,
  form: Record<string, string>,
  response: Schema,
  rejection: (response: PlatformResponse) => PlatformError | undefined,
  purpose: Purpose = 'read',
): Promise<z.output<Schema>> {
  const { clientId, clientSecret } = session.app;
  const server = { issuer, pushed_authorization_request_endpoint: url };
  const client = { client_id: clientId, ...clockSkewOf(session) };
  const authentication = clientId.startsWith('https://')
    ? oauth.PrivateKeyJwt({ key: await signingKeyOf(clientSecret), kid: publicKeyOf(clientSecret).kid })
    : oauth.None();
  const http: PlatformHttp = {
    send: (request) =>
      sendProven(session, key, request, (options) =>
        oauth.pushedAuthorizationRequest(server, client, authentication, form, options),
      ),
  };
  const request = { method: 'POST', url } as const;
  return (await callPlatform({ ...session, http }, { purpose, request, response, rejection })).value;
}

/** Addresses below the account's own server are stored as paths: it may be reached elsewhere the next time. */
function storedForm({ hosts }: AppSession, { key, ...addresses }: Bound): Record<string, string> {
  const { pds } = hosts;
  const stored = Object.entries(addresses).map(([name, url = '']) => {
    const isOwn = name !== 'issuer' && pds !== undefined && isBelow(url, pds);
    return [name, isOwn ? url.slice(pds.length) : url];
  });
  return { key, ...Object.fromEntries(stored.filter(([, url]) => url !== '')) };
}

function boundOf({ hosts }: AppSession, text: Readonly<Record<string, string>>): Bound {
  const { data } = Bound.safeParse(text);
  if (data === undefined) throw new PlatformError('rejected', 'This login was not started here.', { field: 'code' });
  const whole = (url: string) => (url.startsWith('/') ? `${hosts.pds}${url}` : url);
  const { tokenEndpoint, revocationEndpoint } = data;
  return {
    ...data,
    tokenEndpoint: whole(tokenEndpoint),
    revocationEndpoint: revocationEndpoint === undefined ? undefined : whole(revocationEndpoint),
  };
}
