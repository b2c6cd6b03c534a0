import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PlatformRequest } from '../../../core/session.ts';
import type { FakeResponse } from '../../shared/meta/session.fake.ts';
import { connecting } from '../connect.ts';
import { blueskySession, ME } from '../session.fake.ts';
import { newProofKey } from './dpop.ts';
import { clientIdOf } from './oauth.ts';

const ISSUER = 'https://entry.test';
const PDS = 'https://pds.test';
const { pushed, exchange } = connecting.oauth ?? {};

const server = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/oauth/authorize`,
  token_endpoint: `${ISSUER}/oauth/token`,
  pushed_authorization_request_endpoint: `${ISSUER}/oauth/par`,
  require_pushed_authorization_requests: true,
  authorization_response_iss_parameter_supported: true,
  dpop_signing_alg_values_supported: ['ES256'],
};
const didDocument = {
  id: ME,
  alsoKnownAs: ['at://me.test'],
  service: [{ id: '#atproto_pds', serviceEndpoint: PDS }],
};
const tokens = {
  access_token: 'access',
  token_type: 'DPoP',
  refresh_token: 'ref',
  scope: 'atproto transition:generic',
  expires_in: 3599,
  sub: ME,
};

/** Servers that respond by the last part of the path. Each of `changes` replaces one response. */
function world(changes: Record<string, FakeResponse | ((request: PlatformRequest) => FakeResponse)> = {}) {
  const responses: typeof changes = {
    'com.atproto.identity.resolveHandle': { json: { did: ME } },
    [ME]: { json: didDocument },
    'oauth-protected-resource': { json: { resource: PDS, authorization_servers: [ISSUER] } },
    'oauth-authorization-server': { json: server },
    par: { status: 201, json: { request_uri: 'urn:req-1', expires_in: 299 } },
    token: { json: tokens },
    ...changes,
  };
  const fake = blueskySession((_name, request) => {
    const last = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const response = responses[last];
    return typeof response === 'function' ? response(request) : (response ?? { status: 404, json: {} });
  });
  const app = { clientId: 'https://hubbub.test/oauth/clients/bluesky.json', clientSecret: newProofKey() };
  const hosts = { ...fake.session.hosts, plc: 'https://plc.test' };
  return { ...fake, session: { ...fake.session, app, hosts } };
}

const request = ({ session }: ReturnType<typeof world>) => ({
  app: session.app,
  hosts: session.hosts,
  redirectUri: 'https://hubbub.test/oauth/callback/bluesky',
  state: 'state',
  scopes: ['atproto'],
  codeChallenge: 'challenge',
});
const push = (place: ReturnType<typeof world>, handle?: string) => {
  if (pushed === undefined) throw new Error('Bluesky pushes its requests.');
  return pushed.push(place.session, request(place), { handle });
};

function claimsOf(jwt: string) {
  const [header = '', body = '', signature = ''] = jwt.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: read(header), claims: read(body), signed: `${header}.${body}`, signature };
}

function isSignedBy(jwt: string, jwk: object): boolean {
  const { signed, signature } = claimsOf(jwt);
  const key = createPublicKey({ key: jwk as never, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}

test('a pushed request has a proof and our assertion, and is sent again with the nonce that the server demands', async () => {
  const proofs: string[] = [];
  const place = world({
    par: (sent) => {
      proofs.push(sent.headers?.dpop ?? '');
      if (proofs.length > 1) return { status: 201, json: { request_uri: 'urn:req-1' } };
      return { status: 400, json: { error: 'use_dpop_nonce' }, headers: { 'dpop-nonce': 'n1' } };
    },
  });
  const { authUrl, secrets } = await push(place, 'me.test');
  const page = new URL(authUrl);
  expect(page.origin + page.pathname).toBe(`${ISSUER}/oauth/authorize`);
  expect(Object.fromEntries(page.searchParams)).toEqual({
    client_id: place.session.app.clientId,
    request_uri: 'urn:req-1',
  });
  const [first, second] = proofs.map(claimsOf);
  expect(first?.claims).toMatchObject({ htm: 'POST', htu: `${ISSUER}/oauth/par` });
  expect(second?.claims).toMatchObject({ nonce: 'n1' });
  expect(second?.claims.jti).not.toBe(first?.claims.jti);
  expect(isSignedBy(proofs[1] ?? '', second?.header.jwk)).toBe(true);
  expect(second?.header.jwk).not.toHaveProperty('d');

  const forms = place.requests.flatMap(({ body }) => (body !== undefined && 'form' in body ? [body.form] : []));
  const [rejected, form = {}] = forms as Record<string, string>[];
  expect(form.client_assertion).not.toBe(rejected?.client_assertion);
  expect(form).toMatchObject({ login_hint: 'me.test', code_challenge_method: 'S256', state: 'state' });
  const document = pushed?.clientDocument({
    clientId: '',
    homepage: '',
    redirectUri: '',
    key: place.session.app.clientSecret,
  });
  const [jwk] = (document as { jwks: { keys: { kid: string }[] } }).jwks.keys;
  const proof = claimsOf(form.client_assertion ?? '');
  expect(isSignedBy(form.client_assertion ?? '', jwk ?? {})).toBe(true);
  expect(proof).toMatchObject({ header: { kid: jwk?.kid }, claims: { iss: place.session.app.clientId, aud: ISSUER } });
  expect(JSON.stringify(document)).not.toContain('"d"');
  expect(secrets).toMatchObject({ issuer: ISSUER, did: ME });
});

test.each<[string, Parameters<typeof world>[0]]>([
  ['is no server', { 'oauth-protected-resource': { status: 404, json: {} } }],
  ['leads elsewhere', { 'oauth-protected-resource': { status: 302, headers: { location: 'https://x.test' } } }],
  [
    'calls itself otherwise',
    { 'oauth-protected-resource': { json: { resource: 'https://x.test', authorization_servers: [ISSUER] } } },
  ],
  [
    'is not secure',
    { 'oauth-protected-resource': { json: { resource: PDS, authorization_servers: ['http://entry.test'] } } },
  ],
  ['has another issuer', { 'oauth-authorization-server': { json: { ...server, issuer: 'https://x.test' } } }],
  [
    'has a token address that is not secure',
    { 'oauth-authorization-server': { json: { ...server, token_endpoint: 'http://x.test/t' } } },
  ],
  [
    'takes no pushed requests',
    { 'oauth-authorization-server': { json: { ...server, require_pushed_authorization_requests: false } } },
  ],
  [
    'does not know the handle',
    { 'com.atproto.identity.resolveHandle': { status: 400, json: { error: 'InvalidRequest' } } },
  ],
  [
    'has an account that calls itself otherwise',
    { [ME]: { json: { ...didDocument, alsoKnownAs: ['at://other.test'] } } },
  ],
])('a login is rejected before anything is sent when the server %s', async (_what, changes) => {
  const place = world(changes);
  await expect(push(place, 'me.test')).rejects.toMatchObject({ kind: 'rejected' });
  expect(place.requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('a code counts only from the asked server and for the account that the server may speak for', async () => {
  const place = world();
  const { secrets } = await push(place, PDS);
  const code = { code: 'cod-1', redirectUri: 'https://hubbub.test/cb', codeVerifier: 'v', issuer: ISSUER, secrets };
  expect(await exchange?.(place.session, code)).toMatchObject({
    platformId: ME,
    hosts: { pds: PDS },
    scopes: ['atproto', 'transition:generic'],
    tokens: {
      accessToken: 'access',
      refreshToken: 'ref',
      bound: { issuer: ISSUER, tokenEndpoint: `${ISSUER}/oauth/token` },
    },
  });
  const rejected = (session: typeof place.session, change: object) =>
    expect(exchange?.(session, { ...code, ...change })).rejects.toMatchObject({ kind: 'rejected' });
  await rejected(place.session, { issuer: 'https://evil.test' });
  await rejected(place.session, { issuer: '' });
  await rejected(place.session, { secrets: { ...secrets, did: 'did:plc:other' } });
  await rejected(place.session, { secrets: undefined });
  const elsewhere = { resource: PDS, authorization_servers: ['https://other.test'] };
  const foreign = world({
    'oauth-protected-resource': { json: elsewhere },
    'oauth-authorization-server': { json: { ...server, issuer: 'https://other.test' } },
  });
  await rejected(foreign.session, {});
  await rejected(world({ token: { json: { ...tokens, token_type: 'Bearer' } } }).session, {}).catch(() => undefined);
});

test('calls are signed for their address and token, and tokens are renewed at the server of the login', async () => {
  const bound = { key: newProofKey(), issuer: ISSUER, tokenEndpoint: '/oauth/token' };
  const place = world({ token: { json: { ...tokens, access_token: 'next', refresh_token: 'ref-2' } } });
  const { auth } = await import('../auth.ts');
  const session = { ...place.session, tokens: { accessToken: 'access', refreshToken: 'ref', bound } };
  expect(await auth.refresh?.(session)).toMatchObject({ accessToken: 'next', refreshToken: 'ref-2', bound });
  expect(place.requests.at(-1)).toMatchObject({ url: `${PDS}/oauth/token` });

  const replayed = { status: 400, json: { error: 'invalid_grant', error_description: 'Refresh token replayed' } };
  const ended = { ...world({ token: replayed }).session, tokens: session.tokens };
  await expect(auth.refresh?.(ended)).rejects.toMatchObject({ kind: 'auth_expired', facts: { invalidGrant: true } });

  const other = world({ 'app.bsky.actor.getProfile': { json: { did: ME, handle: 'me.test' } } });
  await auth.profile({ ...other.session, tokens: session.tokens });
  const { headers } = other.requests.at(-1) ?? {};
  expect(headers?.authorization).toBe('DPoP access');
  expect(claimsOf(headers?.dpop ?? '').claims).toMatchObject({
    htm: 'GET',
    htu: `${PDS}/xrpc/app.bsky.actor.getProfile`,
    ath: expect.any(String),
  });
});

test.each([
  ['https://hubbub.test/c.json', 'https://hubbub.test/c.json'],
  ['http://127.0.0.1:8080/c.json', expect.stringMatching(/^http:\/\/localhost\?redirect_uri=/)],
  ['http://hubbub.test/c.json', undefined],
])('the client id for the document %s', (documentUrl, expected) => {
  expect(clientIdOf({ documentUrl, redirectUri: 'http://127.0.0.1:8080/cb' })).toEqual(expected);
});
