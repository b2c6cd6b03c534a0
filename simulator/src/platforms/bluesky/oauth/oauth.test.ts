import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, type Seen, TestSimulator } from '../testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;
const redirectUri = 'http://127.0.0.1:9999/cb';
const clientId = `http://localhost?redirect_uri=${encodeURIComponent(redirectUri)}&scope=${encodeURIComponent('atproto transition:generic')}`;
const verifier = 'v'.repeat(43);
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator, 'alice.test');
});
afterAll(() => simulator.close());

/** A client with a DPoP key that repeats a call with the nonce that it is given. */
class Client {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #nonce: string | undefined;

  proof(method: string, path: string, accessToken?: string, more: object = {}): string {
    const { crv, kty, x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: `${simulator.url}/bluesky/${path.split('?')[0]}`,
      iat: Math.floor(Date.now() / 1000),
      ...(this.#nonce === undefined ? {} : { nonce: this.#nonce }),
      ...(accessToken === undefined ? {} : { ath: sha256(accessToken) }),
      ...more,
    };
    const signed = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk: { crv, kty, x, y } })}.${part(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }

  async call(method: string, path: string, form?: Record<string, string>, accessToken?: string): Promise<Seen> {
    const send = () =>
      me.call(method, path, form && new URLSearchParams(form), {
        dpop: this.proof(method, path, accessToken),
        ...(accessToken === undefined ? { authorization: '' } : { authorization: `DPoP ${accessToken}` }),
      });
    const first = await send();
    this.#nonce = first.headers.get('dpop-nonce') ?? this.#nonce;
    return first.body?.error === 'use_dpop_nonce' ? send() : first;
  }

  push(more: Record<string, string> = {}): Promise<Seen> {
    return this.call('POST', 'pds/oauth/par', {
      client_id: clientId,
      response_type: 'code',
      code_challenge: sha256(verifier),
      code_challenge_method: 'S256',
      state: 'st1',
      redirect_uri: redirectUri,
      scope: 'atproto transition:generic',
      login_hint: 'alice.test',
      ...more,
    });
  }

  async decide(requestUri: string, decision: Record<string, string>): Promise<URL> {
    const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri, ...decision });
    const { status, headers } = await me.call('GET', `pds/oauth/authorize?${query}`);
    expect(status).toBe(303);
    return new URL(headers.get('location') ?? '');
  }

  async code(): Promise<string> {
    const { body } = await this.push();
    const back = await this.decide(body.request_uri, { decision: 'allow', account: me.did });
    expect(back.searchParams.get('iss')).toBe(`${simulator.url}/bluesky/pds`);
    expect(back.searchParams.get('state')).toBe('st1');
    return back.searchParams.get('code') ?? '';
  }

  token(form: Record<string, string>): Promise<Seen> {
    return this.call('POST', 'pds/oauth/token', { client_id: clientId, ...form });
  }

  async login() {
    const form = { code: await this.code(), redirect_uri: redirectUri, code_verifier: verifier };
    return (await this.token({ grant_type: 'authorization_code', ...form })).body;
  }
}

test('the servers say where everything is', async () => {
  const resource = await me.call('GET', 'pds/.well-known/oauth-protected-resource');
  const [issuer] = resource.body.authorization_servers;
  expect(issuer).toBe(`${simulator.url}/bluesky/pds`);
  expect((await me.call('GET', 'pds/.well-known/oauth-authorization-server')).body).toMatchObject({
    issuer,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    require_pushed_authorization_requests: true,
    scopes_supported: ['atproto', 'transition:email', 'transition:generic', 'transition:chat.bsky'],
  });
});

test('pushed request, consent, code, bound token, call, refresh, replay', async () => {
  const client = new Client();
  const bare = await me.call('POST', 'pds/oauth/par', new URLSearchParams({ client_id: clientId }), {
    dpop: client.proof('POST', 'pds/oauth/par'),
  });
  expect(bare).toMatchObject({
    status: 400,
    body: { error: 'use_dpop_nonce', error_description: 'Authorization server requires nonce in DPoP proof' },
  });
  expect(bare.headers.get('dpop-nonce')).toBeTruthy();
  const pushed = await client.push();
  expect(pushed).toMatchObject({
    status: 201,
    body: { request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:req-/), expires_in: 299 },
  });
  const page = await me.call(
    'GET',
    `pds/oauth/authorize?${new URLSearchParams({ client_id: clientId, request_uri: pushed.body.request_uri })}`,
  );
  expect(page.body).toContain('@alice.test');

  const tokens = await client.login();
  expect(tokens).toMatchObject({
    token_type: 'DPoP',
    scope: 'atproto transition:generic',
    expires_in: 3599,
    sub: me.did,
  });
  const path = 'pds/xrpc/com.atproto.server.getSession';
  expect((await client.call('GET', path, undefined, tokens.access_token)).body).toMatchObject({ did: me.did });
  // Without the key the token is worth nothing.
  expect((await me.call('GET', path, undefined, { authorization: `Bearer ${tokens.access_token}` })).status).toBe(401);
  const thief = new Client();
  expect((await thief.call('GET', path, undefined, tokens.access_token)).body).toMatchObject({
    error: 'invalid_token',
  });
  const wanting = await me.call('GET', path, undefined, {
    authorization: `DPoP ${tokens.access_token}`,
    dpop: thief.proof('GET', path, tokens.access_token, { nonce: 'old' }),
  });
  expect(wanting).toMatchObject({ status: 401, body: { error: 'use_dpop_nonce' } });
  expect(wanting.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"');

  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const next = await client.token(form);
  expect(next.body).toMatchObject({ sub: me.did, refresh_token: expect.not.stringContaining(tokens.refresh_token) });
  expect(await client.token(form)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Refresh token replayed' },
  });
  // The replay has ended the session.
  expect((await client.call('GET', path, undefined, next.body.access_token)).status).toBe(401);
});

test('a code works once, with its verifier and its key', async () => {
  const client = new Client();
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, code: await client.code() };
  const rejected = { status: 400, body: { error: 'invalid_grant' } };
  expect(await client.token({ ...form, code_verifier: 'wrong' })).toMatchObject(rejected);
  expect(await new Client().token({ ...form, code_verifier: verifier })).toMatchObject(rejected);
  expect((await client.token({ ...form, code_verifier: verifier })).status).toBe(200);
  expect(await client.token({ ...form, code_verifier: verifier })).toMatchObject(rejected);
});

test('denied, wrong scope, wrong redirect, unknown client', async () => {
  const client = new Client();
  const { body } = await client.push();
  const back = await client.decide(body.request_uri, { decision: 'deny' });
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'st1' });
  expect((await client.push({ scope: 'transition:generic' })).body).toMatchObject({ error: 'invalid_scope' });
  expect((await client.push({ redirect_uri: 'https://evil.example/cb' })).body).toMatchObject({
    error: 'invalid_request',
  });
  expect((await client.push({ client_id: '12345' })).body).toMatchObject({ error: 'invalid_client' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const assertion = (aud: string) => ({
    client_id: 'https://app.example/client.json',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${part({ alg: 'ES256', kid: 'k' })}.${part({
      iss: 'https://app.example/client.json',
      sub: 'https://app.example/client.json',
      aud,
      jti: randomUUID(),
      exp: Date.now() / 1000 + 60,
    })}.${'x'.repeat(86)}`,
  });
  expect((await client.push(assertion('https://other.example'))).body).toMatchObject({ error: 'invalid_client' });
  expect((await client.push(assertion(`${simulator.url}/bluesky/pds`))).status).toBe(201);
});

test('without transition:generic nothing is written, without transition:chat.bsky no message is read', async () => {
  const client = new Client();
  const { body } = await client.push({ scope: 'atproto' });
  const back = await client.decide(body.request_uri, { decision: 'allow', account: me.did });
  const form = { code: back.searchParams.get('code') ?? '', redirect_uri: redirectUri, code_verifier: verifier };
  const tokens = (await client.token({ grant_type: 'authorization_code', ...form })).body;
  const path = 'pds/xrpc/com.atproto.repo.deleteRecord';
  const options = { repo: me.did, collection: 'app.bsky.feed.post', rkey: 'x' };
  expect(await client.call('POST', path, options, tokens.access_token)).toMatchObject({
    status: 403,
    body: { error: 'ScopeMissingError' },
  });
});
