import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MadeAccount } from '../../core/testing.ts';
import { type Json, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let account: MadeAccount;
beforeAll(async () => {
  await simulator.start();
  account = await simulator.account('twitter', { username: 'acme' });
});
afterAll(() => simulator.close());

const redirectUri = 'https://app.example/callback';
const scope = 'tweet.read tweet.write users.read offline.access';

async function form(path: string, fields: Record<string, string>, secret = account.app.client_secret) {
  const basic = Buffer.from(`${account.app.client_id}:${secret}`).toString('base64');
  const response = await fetch(`${simulator.url}/twitter/api${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

function authorizeUrl(more: Record<string, string> = {}): string {
  const query = {
    response_type: 'code',
    client_id: account.app.client_id,
    redirect_uri: redirectUri,
    scope,
    state: 's1',
  };
  return `${simulator.url}/twitter/www/i/oauth2/authorize?${new URLSearchParams({ ...query, ...more })}`;
}

async function allow(challenge: Record<string, string>): Promise<string> {
  const decided = { ...challenge, account: account.platform_id, decision: 'allow' };
  const response = await fetch(authorizeUrl(decided), { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('s1');
  return back.searchParams.get('code') ?? '';
}

function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } };
}

const whoAmI = (token: string) =>
  fetch(`${simulator.url}/twitter/api/2/users/me`, { headers: { authorization: `Bearer ${token}` } });

test('the consent page asks, and a denial goes back with access_denied', async () => {
  const { challenge } = pkce();
  const page = await fetch(authorizeUrl(challenge));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('@acme');
  const denied = await fetch(authorizeUrl({ ...challenge, decision: 'deny' }), { redirect: 'manual' });
  expect(denied.headers.get('location')).toBe(`${redirectUri}?state=s1&error=access_denied`);
});

test.each([
  ['another client', { client_id: '1' }],
  ['no challenge', { code_challenge: '' }],
  ['a state that is too long', { state: 'x'.repeat(501) }],
  ['an unknown scope', { scope: 'tweet.read everything' }],
])('the authorize page rejects %s', async (_what, more) => {
  const response = await fetch(authorizeUrl({ ...pkce().challenge, ...more }), { redirect: 'manual' });
  expect(response.status).toBe(400);
});

test('a code is exchanged once, with the right verifier and redirect address', async () => {
  const { verifier, challenge } = pkce();
  const code = await allow(challenge);
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  expect(await form('/2/oauth2/token', { ...fields, code_verifier: 'wrong' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  });
  expect((await form('/2/oauth2/token', { ...fields, redirect_uri: 'https://other.example/' })).status).toBe(400);
  expect(await form('/2/oauth2/token', fields, 'wrong')).toMatchObject({
    status: 401,
    body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
  });
  const { status, body } = await form('/2/oauth2/token', fields);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 7200, scope });
  expect((await whoAmI(body.access_token)).status).toBe(200);
  expect(await form('/2/oauth2/token', fields)).toMatchObject({
    status: 400,
    body: { error_description: 'Value passed for the authorization code was invalid.' },
  });
});

test('a code ends after 30 seconds', async () => {
  const { verifier, challenge } = pkce();
  const code = await allow(challenge);
  await simulator.advance(31);
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  expect((await form('/2/oauth2/token', fields)).status).toBe(400);
});

test('a public client names itself in the body; a plain challenge is taken', async () => {
  const code = await allow({ code_challenge: 'plain-verifier', code_challenge_method: 'plain' });
  const response = await fetch(`${simulator.url}/twitter/api/2/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: 'plain-verifier',
      client_id: account.app.client_id,
    }),
  });
  expect(response.status).toBe(200);
});

test('a refresh token works once; using it again ends its whole family', async () => {
  const made = await simulator.account('twitter');
  const first = { grant_type: 'refresh_token', refresh_token: made.tokens.refresh_token ?? '' };
  const { body: second } = await form('/2/oauth2/token', first);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect((await whoAmI(made.tokens.access_token)).status).toBe(401);
  expect((await whoAmI(second.access_token)).status).toBe(200);

  expect(await form('/2/oauth2/token', first)).toEqual({
    status: 400,
    body: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
  });
  expect((await whoAmI(second.access_token)).status).toBe(401);
  expect((await form('/2/oauth2/token', { ...first, refresh_token: second.refresh_token })).status).toBe(400);
  const calls = await simulator.calls(`platform=twitter&account=${made.platform_id}&operation=refresh_token`);
  expect(calls.map(({ status }) => status)).toEqual([200, 400, 400]);
});

test('an access token ends after two hours, or when it is revoked', async () => {
  const made = await simulator.account('twitter');
  await simulator.advance(7201);
  expect((await whoAmI(made.tokens.access_token)).status).toBe(401);
  const refreshed = await form('/2/oauth2/token', {
    grant_type: 'refresh_token',
    refresh_token: made.tokens.refresh_token ?? '',
  });
  const token = refreshed.body.access_token;
  expect((await whoAmI(token)).status).toBe(200);
  expect(await form('/2/oauth2/revoke', { token })).toEqual({ status: 200, body: { revoked: true } });
  expect((await whoAmI(token)).status).toBe(401);
});

test('an expired_token fault ends with a refresh', async () => {
  const made = await simulator.account('twitter');
  await simulator.fault({ platform: 'twitter', account: made.platform_id, kind: 'expired_token', times: 0 });
  const rejected = await whoAmI(made.tokens.access_token);
  expect(rejected.status).toBe(401);
  expect(await rejected.json()).toEqual({
    title: 'Unauthorized',
    type: 'about:blank',
    status: 401,
    detail: 'Unauthorized',
  });
  const fields = { grant_type: 'refresh_token', refresh_token: made.tokens.refresh_token ?? '' };
  const { body } = await form('/2/oauth2/token', fields);
  expect((await whoAmI(body.access_token)).status).toBe(200);
  await simulator.control('DELETE', '/faults');
});

test('the app’s own token reads, but is of the wrong kind for user endpoints; there is one per app', async () => {
  const first = await form('/oauth2/token', { grant_type: 'client_credentials' });
  const second = await form('/oauth2/token', { grant_type: 'client_credentials' });
  expect(first.body).toEqual({ token_type: 'bearer', access_token: second.body.access_token });
  expect((await form('/oauth2/token', { grant_type: 'client_credentials' }, 'wrong')).status).toBe(403);
  const me = await whoAmI(first.body.access_token);
  expect(me.status).toBe(403);
  expect(await me.json()).toMatchObject({ title: 'Unsupported Authentication' });
  const user = await fetch(`${simulator.url}/twitter/api/2/users/by/username/acme`, {
    headers: { authorization: `Bearer ${first.body.access_token}` },
  });
  expect(await user.json()).toMatchObject({ data: { username: 'acme' } });
});

test('a token reaches as far as its scopes', async () => {
  const { verifier, challenge } = pkce();
  const code = await allow({ ...challenge, scope: 'tweet.read users.read' });
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  const { body } = await form('/2/oauth2/token', fields);
  expect(body.refresh_token).toBeUndefined();
  const posted = await fetch(`${simulator.url}/twitter/api/2/tweets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'not allowed' }),
  });
  expect(posted.status).toBe(403);
});
