import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Code, ConsentRequest, Grant, OwnClient } from '../../core/connecting.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppCredentials, AppSession, PlatformAnswer, Session, Tokens } from '../../core/session.ts';
import { CodeAnswer, codeRefusal, expiresAt } from '../code-grant.ts';
import { callPlatform, type Purpose } from '../platform-call.ts';
import { newProofKey, publicKeyOf, signedJwt, withProof } from './dpop.ts';
import { hosts as defaults } from './hosts.ts';
import { findAccount } from './identity.ts';
import { findLogin, isBelow, serverBehind } from './oauth-server.ts';
import { Did } from './wire.ts';

export const REQUIRED_SCOPES = ['atproto', 'transition:generic'];
export const SCOPES = [...REQUIRED_SCOPES, 'transition:chat.bsky'];
const ASSERTION_SECONDS = 60;

/** What a login keeps: the key that its tokens are bound to, and where they come from. */
const Bound = z.object({
  key: z.string(),
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
});
type Bound = z.output<typeof Bound>;

/** https: the document is fetched; on the own machine the client id itself says everything. */
export function clientIdOf({ documentUrl, redirectUri }: { documentUrl: string; redirectUri: string }) {
  const url = new URL(documentUrl);
  if (url.protocol === 'https:') return documentUrl;
  if (url.hostname !== '127.0.0.1' && url.hostname !== '[::1]') return undefined;
  return `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope: SCOPES.join(' ') })}`;
}

/** https://atproto.com/specs/oauth#clients: with a key of our own sessions last longer than two weeks. */
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

/** Sends the request ahead; the browser only carries its number. https://www.rfc-editor.org/rfc/rfc9126 */
export async function push(session: AppSession, request: ConsentRequest, { handle }: { handle?: string | undefined }) {
  const { server, did } = await findLogin(session, handle);
  const { issuer, token_endpoint: tokenEndpoint, revocation_endpoint: revocationEndpoint } = server;
  const bound: Bound = { key: newProofKey(), issuer, tokenEndpoint, ...(revocationEndpoint && { revocationEndpoint }) };
  const form = {
    response_type: 'code',
    redirect_uri: request.redirectUri,
    state: request.state,
    scope: request.scopes.join(' '),
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    ...(handle === undefined || handle.startsWith('https://') ? {} : { login_hint: handle }),
  };
  const url = server.pushed_authorization_request_endpoint;
  const { request_uri } = await ask(session, bound, url, form, Pushed, codeRefusal);
  const page = new URL(asBrowser(server.authorization_endpoint, session, request));
  page.searchParams.set('client_id', session.app.clientId);
  page.searchParams.set('request_uri', request_uri);
  return { authUrl: page.href, secrets: { ...asText(session, bound), ...(did === undefined ? {} : { did }) } };
}

/** The page where the customer's browser reaches it. */
function asBrowser(url: string, { hosts }: AppSession, request: ConsentRequest): string {
  const { pds } = hosts;
  return pds !== undefined && isBelow(url, pds) ? `${request.hosts.pds}${url.slice(pds.length)}` : url;
}

const TokenAnswer = CodeAnswer.extend({ token_type: z.string().regex(/^dpop$/i), sub: Did });

/** Who answered, for whom, and whether it may speak for them: https://atproto.com/specs/oauth#identity-authentication */
export async function exchange(session: AppSession, code: Code): Promise<Grant> {
  const { did, ...rest } = code.secrets ?? {};
  const bound = boundOf(session, rest);
  if (code.issuer !== bound.issuer) {
    throw new PlatformError('rejected', 'The browser did not come from the server that was asked.', { field: 'code' });
  }
  const form = {
    grant_type: 'authorization_code',
    code: code.code,
    redirect_uri: code.redirectUri,
    code_verifier: code.codeVerifier,
  };
  const answer = await ask(session, bound, bound.tokenEndpoint, form, TokenAnswer, codeRefusal);
  if (did !== undefined && did !== answer.sub) throw new PlatformError('rejected', 'Somebody else logged in.');
  const { pds } = await findAccount(session, answer.sub);
  if ((await serverBehind(session, pds)).issuer !== bound.issuer) {
    throw new PlatformError('rejected', 'The server gave access to an account of another server.');
  }
  const hosts = { ...defaults, ...session.hosts, pds };
  return {
    tokens: toTokens({ ...session, hosts }, bound, answer),
    platformId: answer.sub,
    hosts,
    ...(answer.scope === undefined ? {} : { scopes: answer.scope.split(/\s+/).filter(Boolean) }),
  };
}

/** A refresh token works once, and whoever shows it again ends the session; so a lost answer is `unknown`. */
export async function renew(session: Session): Promise<Tokens> {
  const { refreshToken, bound: known } = session.tokens;
  if (!refreshToken) throw new PlatformError('auth_expired', 'There is no refresh token.', { invalidGrant: true });
  const bound = boundOf(session, known ?? {});
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const refusal = (answer: PlatformAnswer) => {
    const error = codeRefusal(answer);
    if (error?.facts.platformCode !== 'invalid_grant') return error;
    return new PlatformError('auth_expired', error.message, { ...error.facts, invalidGrant: true });
  };
  const answer = await ask(session, bound, bound.tokenEndpoint, form, TokenAnswer, refusal, 'effect');
  return toTokens(session, bound, { refresh_token: refreshToken, ...answer });
}

export async function endLogin(session: Session): Promise<void> {
  const { accessToken, refreshToken, bound: known } = session.tokens;
  const bound = boundOf(session, known ?? {});
  if (bound.revocationEndpoint === undefined) return;
  const form = { token: refreshToken ?? accessToken };
  await ask(session, bound, bound.revocationEndpoint, form, z.unknown(), codeRefusal);
}

async function ask<Schema extends z.ZodType>(
  session: AppSession,
  { key, issuer }: Bound,
  url: string,
  form: Readonly<Record<string, string | undefined>>,
  answer: Schema,
  refusal: (answer: PlatformAnswer) => PlatformError | undefined,
  purpose: Purpose = 'read',
): Promise<z.output<Schema>> {
  const fields = { client_id: session.app.clientId, ...form, ...assertion(session, issuer) };
  const request = { method: 'POST', url, body: { form: fields } } as const;
  const http = withProof(session, key);
  return (await callPlatform({ ...session, http }, { purpose, request, answer, refusal })).value;
}

/** Proves that it is us: https://www.rfc-editor.org/rfc/rfc7523#section-2.2. A client without a document has no key. */
function assertion({ app, now }: Pick<AppSession, 'now'> & { readonly app: AppCredentials }, issuer: string) {
  if (!app.clientId.startsWith('https://')) return {};
  const iat = Math.floor(now().getTime() / 1000);
  const { clientId: iss, clientSecret: key } = app;
  const claims = { iss, sub: iss, aud: issuer, jti: randomUUID(), iat, exp: iat + ASSERTION_SECONDS };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signedJwt(key, { typ: 'JWT', kid: publicKeyOf(key).kid }, claims),
  };
}

function toTokens(session: AppSession, bound: Bound, answer: z.output<typeof CodeAnswer>): Tokens {
  const { access_token, refresh_token, expires_in } = answer;
  return {
    accessToken: access_token,
    ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
    ...(expires_in === undefined ? {} : { expiresAt: expiresAt(session, expires_in) }),
    bound: asText(session, bound),
  };
}

/** Addresses below the account's own server are kept as paths: it may be reached elsewhere the next time. */
function asText({ hosts }: AppSession, { key, ...addresses }: Bound): Record<string, string> {
  const { pds } = hosts;
  const kept = Object.entries(addresses).map(([name, url = '']) => {
    const isOwn = name !== 'issuer' && pds !== undefined && isBelow(url, pds);
    return [name, isOwn ? url.slice(pds.length) : url];
  });
  return { key, ...Object.fromEntries(kept.filter(([, url]) => url !== '')) };
}

function boundOf({ hosts }: AppSession, text: Readonly<Record<string, string>>): Bound {
  const { data } = Bound.safeParse(text);
  if (data === undefined) throw new PlatformError('rejected', 'This login was not begun here.', { field: 'code' });
  const whole = (url: string) => (url.startsWith('/') ? `${hosts.pds}${url}` : url);
  const { revocationEndpoint } = data;
  return {
    ...data,
    tokenEndpoint: whole(data.tokenEndpoint),
    ...(revocationEndpoint === undefined ? {} : { revocationEndpoint: whole(revocationEndpoint) }),
  };
}
