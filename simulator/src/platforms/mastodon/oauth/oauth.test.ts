import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MadeAccount, TestSimulator } from '../../../core/testing.ts';
import { clientOf } from '../testing.ts';

interface App {
  readonly client_id: string;
  readonly client_secret: string;
}

const simulator = new TestSimulator();
let account: MadeAccount;
let app: App;
const redirectUri = 'https://app.example/cb';

beforeAll(async () => {
  await simulator.start();
  account = await simulator.account('mastodon', { username: 'acme' });
  app = await post<App>('/api/v1/apps', { client_name: 'Test app', redirect_uris: redirectUri, scopes: 'read write' });
});
afterAll(() => simulator.close());

async function post<Body>(path: string, body: Record<string, string>): Promise<Body & { error?: string }> {
  const response = await fetch(`${simulator.url}/mastodon${path}`, { method: 'POST', body: new URLSearchParams(body) });
  return (await response.json()) as Body & { error?: string };
}

function authorizeUrl(more: Record<string, string> = {}): string {
  const query = {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: redirectUri,
    scope: 'read write',
    state: 's 1',
    ...more,
  };
  return `${simulator.url}/mastodon/oauth/authorize?${new URLSearchParams(query)}`;
}

async function decide(more: Record<string, string>): Promise<URL> {
  const response = await fetch(authorizeUrl(more), { redirect: 'manual' });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

test('the page asks, and the code becomes a token once', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const page = await (await fetch(authorizeUrl(challenge))).text();
  expect(page).toContain('Test app');
  expect(page).toContain(`value="${account.platform_id}">@acme`);
  expect(page).toContain('name="state" value="s 1"');
  const back = await decide({ ...challenge, decision: 'allow', account: account.platform_id });
  expect(back.searchParams.get('state')).toBe('s 1');
  const exchange = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    ...app,
  };
  expect(await post('/oauth/token', { ...exchange, code_verifier: 'wrong' })).toMatchObject({ error: 'invalid_grant' });
  const token = await post<{ access_token: string }>('/oauth/token', { ...exchange, code_verifier: verifier });
  expect(token).toMatchObject({ token_type: 'Bearer', scope: 'read write', created_at: expect.any(Number) });
  expect(await post('/oauth/token', { ...exchange, code_verifier: verifier })).toMatchObject({
    error: 'invalid_grant',
  });

  const api = clientOf(simulator, { ...account, tokens: token });
  expect((await api.get('/api/v1/accounts/verify_credentials')).body).toMatchObject({
    id: account.platform_id,
    source: { privacy: 'public' },
  });
  expect((await simulator.calls('operation=token')).at(-2)).toMatchObject({
    account: account.platform_id,
    status: 200,
  });

  expect(await post('/oauth/revoke', { ...app, token: token.access_token })).toEqual({});
  expect(await api.get('/api/v1/accounts/verify_credentials')).toMatchObject({
    status: 401,
    body: { error: 'The access token was revoked' },
  });
});

describe('rejections', () => {
  test('denied by the person', async () => {
    const back = await decide({ decision: 'deny' });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's 1' });
  });

  test('an unknown client and a foreign redirect address never redirect', async () => {
    expect((await fetch(authorizeUrl({ client_id: 'x' }), { redirect: 'manual' })).status).toBe(401);
    expect((await fetch(authorizeUrl({ redirect_uri: 'https://evil.example/' }), { redirect: 'manual' })).status).toBe(
      401,
    );
  });

  test('a wrong secret, an unknown grant type, scopes beyond the app', async () => {
    expect(await post('/oauth/token', { ...app, client_secret: 'x', grant_type: 'client_credentials' })).toMatchObject({
      error: 'invalid_client',
    });
    expect(await post('/oauth/token', { ...app, grant_type: 'password' })).toMatchObject({
      error: 'unsupported_grant_type',
    });
    expect(await post('/oauth/token', { ...app, grant_type: 'client_credentials', scope: 'push' })).toMatchObject({
      error: 'invalid_scope',
    });
  });

  test("an app's own token is no person; a token without the scope may not write; no token at all", async () => {
    const token = await post<{ access_token: string }>('/oauth/token', {
      ...app,
      grant_type: 'client_credentials',
      scope: 'read',
    });
    const api = clientOf(simulator, { ...account, tokens: token });
    expect(await api.post('x')).toMatchObject({
      status: 401,
      body: { error: 'This method requires an authenticated user' },
    });
    const back = await decide({ scope: 'read', decision: 'allow', account: account.platform_id });
    const reader = await post<{ access_token: string }>('/oauth/token', {
      ...app,
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
    });
    const readApi = clientOf(simulator, { ...account, tokens: reader });
    expect(await readApi.post('x')).toMatchObject({
      status: 403,
      body: { error: 'This action is outside the authorized scopes' },
    });
    const nobody = clientOf(simulator, { ...account, tokens: { access_token: 'unknown' } });
    expect(await nobody.post('x')).toMatchObject({ status: 401, body: { error: 'The access token is invalid' } });
    // An invalid token is rejected even where no token is needed.
    const open = `/api/v1/accounts/${account.platform_id}/statuses`;
    expect((await nobody.get(open)).status).toBe(401);
    expect((await fetch(`${simulator.url}/mastodon${open}`)).status).toBe(200);
  });
});

test('the instance tells its limits, at the prefix and at the bare origin', async () => {
  for (const base of [`${simulator.url}/mastodon`, simulator.url]) {
    const body = (await (await fetch(`${base}/api/v2/instance`)).json()) as { configuration: { statuses: object } };
    expect(body.configuration.statuses).toEqual({
      max_characters: 500,
      max_media_attachments: 4,
      characters_reserved_per_url: 23,
    });
  }
});

test('rate limits: 300 calls in five minutes, told in the headers, off by setting', async () => {
  const limited = await simulator.account('mastodon');
  const api = clientOf(simulator, limited);
  const first = await api.get('/api/v1/accounts/verify_credentials');
  expect(first.headers.get('x-ratelimit-limit')).toBe('300');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('299');
  expect(first.headers.get('x-ratelimit-reset')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  for (let call = 1; call < 300; call += 1) await api.get('/api/v1/accounts/verify_credentials');
  const rejected = await api.get('/api/v1/accounts/verify_credentials');
  expect(rejected).toMatchObject({ status: 429, body: { error: 'Too many requests' } });
  expect(rejected.headers.get('x-ratelimit-remaining')).toBe('0');
  await simulator.settings({ rate_limits: false });
  expect((await api.get('/api/v1/accounts/verify_credentials')).status).toBe(200);
  await simulator.settings({ rate_limits: true });
  await simulator.advance(301);
  expect((await api.get('/api/v1/accounts/verify_credentials')).status).toBe(200);
});
