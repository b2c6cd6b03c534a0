import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { type MailSink, openMailSink } from './mail-sink.fixture.ts';
import { type Browser, createBrowser, joined, newMember, newOwner, PASSWORD } from './people.fixture.ts';

const CLIENT = 'hubbub-at-the-provider';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What the provider says of the next person, and how it lies. */
let claims: Body = {};
let lie: Body = {};
let nonce = '';
let provider: Server;
let issuer: string;
let sink: MailSink;
let service: TestService;
let ws: TestWorkspace;
let owner: Browser;

function idToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const said = { iss: issuer, aud: CLIENT, iat: now, exp: now + 60, nonce, ...claims, ...lie };
  const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(said)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}

beforeAll(async () => {
  provider = createServer((request, response) => {
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration')
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
      });
    if (request.url === '/keys')
      return answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] });
    return answer({ access_token: 'a', token_type: 'bearer', id_token: idToken() });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  sink = await openMailSink();
  const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: 'secret' };
  service = await startTestService({ POLL_SECONDS: '3600', SMTP_URL: sink.url, ...oidc });
  ws = await service.workspace({ plan: 'enterprise' });
  ({ browser: owner } = await newOwner(service, ws.id));
});
afterAll(async () => {
  await service?.close();
  provider?.close();
  sink?.close();
});

const invite = async (email: string, role = 'editor') =>
  (await owner.call('POST', '/v1/members/invitations', { email, role })).body as Body;
const tokenOf = (link: string) => link.split('/').at(-1) as string;

describe('mail', () => {
  test('brings the invitation, whose link alone proves the address', async () => {
    const { url, is_mailed: isMailed } = await invite('ana@example.com');
    expect(isMailed).toBe(true);
    const mailed = await sink.linkTo('ana@example.com', 'join');
    expect(tokenOf(mailed)).not.toBe(tokenOf(url));
    expect((await joined(service, mailed, { email: undefined })).user).toMatchObject({ email_proved: true });
    await expect(joined(service, url, { email: undefined })).rejects.toThrow(/used/);
    const again = await invite('ana@example.com');
    await expect(joined(service, await sink.linkTo('ana@example.com', 'join'), { email: undefined })).rejects.toThrow(
      /proved/,
    );
    expect((await joined(service, again.url, { email: undefined })).user).toMatchObject({ email_proved: false });
  });

  test('brings a link for a new password, which ends what somebody else set up before', async () => {
    const email = 'claimed@example.com';
    const { url } = await invite(email);
    const thief = await joined(service, url, { email: undefined });
    expect((await createBrowser(service).call('POST', '/session/password/link', { email })).status).toBe(202);
    const link = await sink.linkTo(email, 'reset');
    const browser = createBrowser(service);
    const reset = () =>
      browser.call('POST', '/session/password/reset', { token: tokenOf(link), password: 'only mine now' });
    expect(await reset()).toMatchObject({ status: 200, body: { user: { email_proved: true } } });
    expect(await reset()).toMatchObject({ status: 410 });
    expect((await thief.browser.call('GET', '/session')).status).toBe(401);
    const signIn = (password: string) => createBrowser(service).call('POST', '/session', { email, password });
    expect([(await signIn(PASSWORD)).status, (await signIn('only mine now')).status]).toEqual([401, 200]);
    const nobody = await createBrowser(service).call('POST', '/session/password/link', { email: 'nobody@example.com' });
    expect(nobody).toMatchObject({ status: 202, body: { ok: true } });
  });

  test('proves a new address, which is the person’s only then', async () => {
    const { browser, user } = await newMember(service, owner, { role: 'viewer' });
    const email = 'moved@example.com';
    expect((await browser.call('PUT', '/session/address', { email })).body).toEqual({ ok: true, is_mailed: true });
    expect((await browser.call('GET', '/session')).body.user.email).toBe(user.email);
    const token = tokenOf(await sink.linkTo(email, 'reset'));
    const done = await createBrowser(service).call('POST', '/session/password/reset', {
      token,
      password: 'after the move',
    });
    expect(done.body.user).toMatchObject({ id: user.id, email, email_proved: true });
  });
});

describe('an OIDC provider', () => {
  /** Follows a sign-in from our address to the provider and back. `with_`: what the answer carries beside the state. */
  async function signIn(
    browser: Browser,
    query = '',
    with_: (state: string) => string = (state) => `code=c&state=${state}&iss=${issuer}`,
  ) {
    const address = new URL((await browser.visit(`/session/oidc${query}`)).location);
    expect(address.origin).toBe(issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: CLIENT,
      code_challenge_method: 'S256',
    });
    nonce = address.searchParams.get('nonce') as string;
    return browser.visit(`/session/oidc/callback?${with_(address.searchParams.get('state') as string)}`);
  }
  const isIn = async (browser: Browser) => (await browser.call('GET', '/session')).status === 200;

  test('makes a new person with an invitation, and signs the same one in later', async () => {
    claims = { sub: 'one', email: 'oidc@example.com', email_verified: true, name: 'Otto' };
    const browser = createBrowser(service);
    expect((await signIn(browser)).status, 'nobody is known').toBe(403);
    const { url } = await invite('somebody@example.com');
    expect((await signIn(browser, `?join=${tokenOf(url)}`)).status).toBe(302);
    expect((await browser.call('GET', '/session')).body.user).toMatchObject({
      name: 'Otto',
      email: 'oidc@example.com',
      email_proved: true,
    });
    const later = createBrowser(service);
    expect((await signIn(later)).status).toBe(302);
    expect((await later.call('GET', '/session')).body.user.name).toBe('Otto');
  });

  test('that says an address is somebody’s opens no account of theirs', async () => {
    const { user } = await joined(
      service,
      await (async () => {
        await invite('victim@example.com');
        return sink.linkTo('victim@example.com', 'join');
      })(),
      { email: undefined },
    );
    expect(user.email_proved).toBe(true);
    claims = { sub: 'thief', email: 'victim@example.com', email_verified: true };
    const browser = createBrowser(service);
    expect((await signIn(browser)).status).toBe(403);
    const { url } = await invite('other@example.com');
    expect((await signIn(browser, `?join=${tokenOf(url)}`)).status).toBe(409);
    expect(await isIn(browser)).toBe(false);
    claims = { sub: 'liar', email: 'liar@example.com', email_verified: 'true' };
    await signIn(browser, `?join=${tokenOf((await invite('other2@example.com')).url)}`);
    expect((await browser.call('GET', '/session')).body.user).toMatchObject({
      email: 'liar@example.com',
      email_proved: false,
    });
  });

  test('whose answer is of another issuer, audience or sign-in, or comes twice, signs nobody in', async () => {
    claims = { sub: 'one' };
    const wrong: [Body, ((state: string) => string)?][] = [
      [{ iss: 'https://elsewhere.example' }],
      [{ aud: 'another client' }],
      [{ nonce: 'another' }],
      [{ exp: 1 }],
      [{}, (state) => `code=c&state=${state}&iss=https://elsewhere.example`],
      [{}, (state) => `code=c&state=${state}`],
      [{}, () => `code=c&state=forged&iss=${issuer}`],
      [{}, (state) => `error=access_denied&state=${state}&iss=${issuer}`],
    ];
    for (const [lied, with_] of wrong) {
      lie = lied;
      const browser = createBrowser(service);
      expect((await signIn(browser, '', with_)).status, JSON.stringify([lied, String(with_)])).toBe(403);
      expect(await isIn(browser)).toBe(false);
    }
    lie = {};
    const browser = createBrowser(service);
    const kept = new Map<string, string>();
    let callback = '';
    await signIn(browser, '', (state) => {
      for (const [name, value] of browser.cookies) kept.set(name, value);
      callback = `code=c&state=${state}&iss=${issuer}`;
      return callback;
    });
    expect(await isIn(browser)).toBe(true);
    const replay = createBrowser(service);
    for (const [name, value] of kept) replay.cookies.set(name, value);
    expect((await replay.visit(`/session/oidc/callback?${callback}`)).status).toBe(403);
  });

  test('is added by a person who has signed in, and not by a page of another origin', async () => {
    const { browser, user } = await newMember(service, owner, { role: 'viewer' });
    expect((await browser.call('POST', '/session/oidc', {}, { origin: 'https://elsewhere.example' })).status).toBe(403);
    const { url } = (await browser.call('POST', '/session/oidc', {})).body;
    const address = new URL(url);
    nonce = address.searchParams.get('nonce') as string;
    claims = { sub: 'added' };
    const callback = `/session/oidc/callback?code=c&state=${address.searchParams.get('state')}&iss=${issuer}`;
    expect((await browser.visit(callback)).status).toBe(302);
    const later = createBrowser(service);
    await signIn(later);
    expect((await later.call('GET', '/session')).body.user.id).toBe(user.id);
  });
});
